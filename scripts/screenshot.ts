/**
 * The demo's pull request as a person sees it -> docs/pull-request.png, by the Chromium at CHROMIUM or /usr/bin/chromium.
 *   npm run screenshot
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { chromium } from 'playwright-core';
import { concluded } from '../test/stories/reviewed.ts';
import { openStage } from '../test/stories/stage.ts';
import { hostStory, openStory } from '../test/stories/told.ts';

const picture = resolve(import.meta.dirname, '../docs/pull-request.png');
const viewport = { width: 1000, height: 1400 };
const margin = 24;
/** As root there is no sandbox; the others keep a browser without internet from asking for it. */
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

async function photograph(url: string, profile: string): Promise<void> {
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: quiet,
    viewport,
    deviceScaleFactor: 1.25,
  });
  try {
    const page = await browser.newPage();
    await page.goto(url);
    // Down to the box of checks; what follows says the same at length.
    const checks = await page.locator('.checks').boundingBox();
    if (checks === null) throw new Error('the page shows no check');
    const height = checks.y + checks.height + margin;
    await page.screenshot({
      path: picture,
      fullPage: true,
      clip: { x: 0, y: 0, width: viewport.width, height },
    });
  } finally {
    await browser.close();
  }
}

const profile = await mkdtemp(join(tmpdir(), 'proofline-chromium-'));
const stage = await openStage();
try {
  const pull = await openStory(await hostStory(stage, 'shop'));
  await concluded(pull);
  await photograph(pull.url, profile);
  console.log(`${picture}: ${Math.round((await stat(picture)).size / 1024)} kB`);
} finally {
  await stage.stop();
  await rm(profile, { recursive: true, force: true });
}

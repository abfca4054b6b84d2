/** The audit log of a control plane -> its events, typed, complete up to the moment of the call. */
import { randomUUID } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { z } from 'zod';

import type { AdminClient } from './admin-client.ts';
import { BedError } from './bed-error.ts';

const auditEvent = z.object({
  auditID: z.string(),
  stage: z.string(),
  requestURI: z.string(),
  verb: z.string(),
  user: z.object({ username: z.string().default(''), groups: z.array(z.string()).default([]) }),
  impersonatedUser: z.object({ username: z.string().default('') }).optional(),
  userAgent: z.string().default(''),
  objectRef: z
    .object({
      resource: z.string().optional(),
      subresource: z.string().optional(),
      namespace: z.string().optional(),
      name: z.string().optional(),
      apiGroup: z.string().optional(),
      apiVersion: z.string().optional(),
    })
    .optional(),
  responseStatus: z.object({ code: z.number().default(0), message: z.string().optional() }).optional(),
  annotations: z.record(z.string(), z.string()).default({}),
});

/** One request; `stage` is `ResponseComplete`, and `ResponseStarted` also for a watch. */
export type AuditEvent = z.infer<typeof auditEvent>;

export interface Audited {
  readonly admin: AdminClient;
  readonly auditLog: string;
}

const patienceMs = 60_000;

/** Events from a place in the log on; from its begin if not said. */
export async function readAudit(bed: Audited, from = 0): Promise<readonly AuditEvent[]> {
  const { text } = await readToMark(bed, from);
  return text.split('\n').map(parse).filter(isNoMark);
}

/** The place in the log, in bytes, behind all that happened up to the call. */
export async function auditEnd(bed: Audited): Promise<number> {
  const { size } = await stat(bed.auditLog);
  // The line at `size` may be half there: its beginning counts.
  return size + (await readToMark(bed, size)).markEnd;
}

interface Marked {
  /** Whole lines, without the last line end. */
  readonly text: string;
  /** Bytes from the start of the reading to behind the mark's line. */
  readonly markEnd: number;
}

/** Events are written after their response, so a request of our own marks the place up to which the log must be there. */
async function readToMark(bed: Audited, from: number): Promise<Marked> {
  const mark = randomUUID();
  await bed.admin.send({ method: 'GET', path: `/version?mark=${mark}` });
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const bytes = await readFrom(bed.auditLog, from);
    const end = bytes.indexOf(mark);
    // The server goes on writing: its last line may be half there.
    const whole = bytes.subarray(0, Math.max(0, bytes.lastIndexOf('\n')));
    if (end >= 0 && end < whole.length) {
      const lineEnd = bytes.indexOf('\n', end);
      return { text: whole.toString('utf8'), markEnd: lineEnd + 1 };
    }
    if (Date.now() > deadline) throw new BedError(`${bed.auditLog} does not show a request that was made`);
    await sleep(20);
  }
}

async function readFrom(path: string, from: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.max(0, size - from));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

function parse(line: string): AuditEvent {
  return auditEvent.parse(JSON.parse(line));
}

function isNoMark(event: AuditEvent): boolean {
  return !event.requestURI.startsWith('/version?mark=');
}

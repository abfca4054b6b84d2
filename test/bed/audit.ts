/** The audit log of a control plane -> its events, typed, complete up to the moment of the call. */
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
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

const patienceMs = 10_000;

/** Events are written after their response, so a request of our own marks the place up to which the log must be there. */
export async function readAudit(bed: Audited): Promise<readonly AuditEvent[]> {
  const mark = randomUUID();
  await bed.admin.send({ method: 'GET', path: `/version?mark=${mark}` });
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const text = await readFile(bed.auditLog, 'utf8');
    const end = text.indexOf(mark);
    // The server goes on writing: its last line may be half there.
    const whole = text.slice(0, text.lastIndexOf('\n'));
    if (end >= 0 && end < whole.length) return whole.split('\n').map(parse).filter(isNoMark);
    if (Date.now() > deadline) throw new BedError(`${bed.auditLog} does not show a request that was made`);
    await sleep(20);
  }
}

function parse(line: string): AuditEvent {
  return auditEvent.parse(JSON.parse(line));
}

function isNoMark(event: AuditEvent): boolean {
  return !event.requestURI.startsWith('/version?mark=');
}

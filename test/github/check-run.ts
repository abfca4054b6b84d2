/** The body of a check-run request -> a new run, or changes to one. */
import { z } from 'zod';
import type { CheckRun, CheckSuite, State } from './state.ts';

const annotation = z.object({
  path: z.string(),
  start_line: z.number(),
  end_line: z.number(),
  start_column: z.number().optional(),
  end_column: z.number().optional(),
  annotation_level: z.enum(['notice', 'warning', 'failure']),
  message: z.string(),
  title: z.string().optional(),
  raw_details: z.string().optional(),
});

const action = z.object({ label: z.string(), description: z.string(), identifier: z.string() });

const request = z.object({
  name: z.string().optional(),
  details_url: z.string().optional(),
  external_id: z.string().optional(),
  status: z.enum(['queued', 'in_progress', 'completed']).optional(),
  conclusion: z.string().optional(),
  started_at: z.string().optional(),
  completed_at: z.string().optional(),
  output: z
    .object({
      title: z.string().optional(),
      summary: z.string().optional(),
      text: z.string().optional(),
      annotations: z.array(annotation).optional(),
    })
    .optional(),
  actions: z.array(action).optional(),
});

type CheckRunRequest = z.infer<typeof request>;

export function newCheckRun(state: State, suite: CheckSuite): CheckRun {
  return {
    id: state.nextId(),
    suite,
    headSha: suite.headSha,
    annotations: [],
    name: '',
    status: 'queued',
    conclusion: null,
    startedAt: state.now(),
    completedAt: null,
    externalId: '',
    detailsUrl: null,
    title: null,
    summary: null,
    text: null,
    actions: [],
  };
}

function changeState(run: CheckRun, change: CheckRunRequest, now: Date): void {
  run.status = change.conclusion === undefined ? (change.status ?? run.status) : 'completed';
  run.conclusion = change.conclusion ?? run.conclusion;
  if (change.started_at) run.startedAt = new Date(change.started_at);
  if (run.status !== 'completed') return;
  run.completedAt = change.completed_at ? new Date(change.completed_at) : (run.completedAt ?? now);
}

function changeOutput(run: CheckRun, output: CheckRunRequest['output']): void {
  run.title = output?.title ?? run.title;
  run.summary = output?.summary ?? run.summary;
  run.text = output?.text ?? run.text;
  run.annotations.push(...(output?.annotations ?? []));
}

/** Annotations are appended; everything else is replaced where the request names it. */
export function changeCheckRun(run: CheckRun, body: unknown, now: Date): void {
  const change = request.parse(body);
  run.name = change.name ?? run.name;
  run.externalId = change.external_id ?? run.externalId;
  run.detailsUrl = change.details_url ?? run.detailsUrl;
  run.actions = change.actions ?? run.actions;
  changeState(run, change, now);
  changeOutput(run, change.output);
}

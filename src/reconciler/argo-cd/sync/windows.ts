/** A project's sync windows and a time -> whether an Application may sync by itself then, and when it next may (AppProject.spec.syncWindows). */
import { at, isJsonArray, type Json, type JsonObject } from '../../../object/json.ts';
import { compileGlob } from '../../gobwas-glob.ts';
import type { ArgoUnit } from '../application.ts';
import { durationOf } from '../../duration.ts';
import { scheduleOf, type Schedule } from './cron.ts';

export interface SyncWindow {
  readonly allows: boolean;
  /** Whether people may sync where the controller may not. */
  readonly manualSync: boolean;
  readonly timeZone: string;
  readonly schedule: Schedule;
  /** Milliseconds. */
  readonly duration: number;
}

/** Those that concern the Application; `unreadable` where one cannot be read: Argo CD then syncs nothing. */
export function windowsFor({ application, project }: ArgoUnit): readonly SyncWindow[] | 'unreadable' {
  const listed = at(project ?? undefined, 'syncWindows');
  const matching = isJsonArray(listed) ? listed.filter((window) => concerns(window, application)) : [];
  const windows = matching.map(windowOf);
  return windows.every((window) => window !== undefined) ? windows : 'unreadable';
}

function windowOf(window: Json): SyncWindow | undefined {
  const text = (key: string): string => {
    const value = at(window, key);
    return typeof value === 'string' ? value : '';
  };
  const schedule = scheduleOf(text('schedule'));
  const duration = durationOf(text('duration'));
  if (schedule === undefined || duration === undefined) return undefined;
  return {
    allows: text('kind') === 'allow',
    manualSync: at(window, 'manualSync') === true,
    timeZone: text('timeZone'),
    schedule,
    duration,
  };
}

/** By name, cluster or namespace; with andOperator by all of those that are stated. */
function concerns(
  window: Json,
  { name, spec }: { readonly name: string; readonly spec: JsonObject },
): boolean {
  const destination = ['name', 'server'].map((key) => at(spec, 'destination', key));
  const asked = [
    { globs: at(window, 'applications'), texts: [name] },
    { globs: at(window, 'clusters'), texts: destination },
    { globs: at(window, 'namespaces'), texts: [at(spec, 'destination', 'namespace') ?? ''] },
  ].filter(({ globs }) => isJsonArray(globs) && globs.length > 0);
  const isMet = ({ globs, texts }: (typeof asked)[number]): boolean => matchesAny(globs, texts);
  if (at(window, 'andOperator') === true) return asked.length > 0 && asked.every(isMet);
  return asked.some(isMet);
}

function matchesAny(globs: Json | undefined, texts: readonly (Json | undefined)[]): boolean {
  if (!isJsonArray(globs)) return false;
  return globs.some((glob) => {
    const compiled = typeof glob === 'string' ? compileGlob(glob) : undefined;
    return texts.some((text) => typeof text === 'string' && (compiled?.matches(text) ?? false));
  });
}

export type SyncedBy = 'controller' | 'person';

/** `now` in milliseconds since the epoch. */
export function maySync(windows: readonly SyncWindow[], now: number, by: SyncedBy = 'controller'): boolean {
  const active = windows.filter((window) => isActive(window, now));
  const lets = (several: readonly SyncWindow[]): boolean =>
    several.length === 0 || (by === 'person' && several.every(({ manualSync }) => manualSync));
  const denying = active.filter(({ allows }) => !allows);
  if (denying.length > 0) return lets(denying);
  return active.length > 0 || lets(windows.filter(({ allows }) => allows));
}

function isActive({ schedule, duration, timeZone }: SyncWindow, now: number): boolean {
  const there = now + offsetOf(timeZone, now);
  const opens = schedule.next(there - duration);
  return opens !== undefined && opens < there;
}

/** Of that zone to UTC, in milliseconds; an unknown zone is UTC. */
function offsetOf(timeZone: string, now: number): number {
  const parts = formatIn(timeZone)?.formatToParts(now) ?? [];
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /^GMT([+-])(\d{1,2}):?(\d{2})?$/.exec(name) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000;
  return sign === '-' ? -offset : offset;
}

function formatIn(timeZone: string): Intl.DateTimeFormat | undefined {
  if (timeZone === '' || timeZone === 'UTC') return undefined;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const mostChanges = 400;

/** The first time after `now` at which one may sync, in milliseconds since the epoch; undefined within the next 400 openings. */
export function nextSync(
  windows: readonly SyncWindow[],
  now: number,
  by: SyncedBy = 'controller',
): number | undefined {
  let time = now;
  for (let change = 0; change < mostChanges; change += 1) {
    const changes = windows.flatMap((window) => changesAfter(window, time));
    if (changes.length === 0) return undefined;
    time = Math.min(...changes);
    // A window is open just after its minute begins, and closed from its end on.
    if (maySync(windows, time + 1, by)) return time;
  }
  return undefined;
}

function changesAfter({ schedule, duration, timeZone }: SyncWindow, time: number): readonly number[] {
  const offset = offsetOf(timeZone, time);
  const opens = schedule.next(time + offset);
  const closes = schedule.next(time + offset - duration);
  return [
    ...(opens === undefined ? [] : [opens - offset]),
    ...(closes === undefined ? [] : [closes + duration - offset]),
  ].filter((each) => each > time);
}

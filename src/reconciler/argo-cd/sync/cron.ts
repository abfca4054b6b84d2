/** A schedule of five fields, as github.com/robfig/cron reads it -> the next minute that it names. */
import { fieldOf, type Bounds } from './cron-field.ts';

export interface Schedule {
  /** After a time in milliseconds since the epoch, in UTC; undefined where none comes within five years. */
  next(after: number): number | undefined;
}

const minutes: Bounds = { low: 0, high: 59, names: [] };
const hours: Bounds = { low: 0, high: 23, names: [] };
const dates: Bounds = { low: 1, high: 31, names: [] };
const months: Bounds = {
  low: 1,
  high: 12,
  names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
};
const days: Bounds = { low: 0, high: 6, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] };

const bounds = [minutes, hours, dates, months, days];

/** Undefined where it cannot be read. */
export function scheduleOf(text: string): Schedule | undefined {
  const parts = text.trim().split(/\s+/);
  const fields = bounds.map((bound, index) => fieldOf(parts[index] ?? '', bound));
  const [minute, hour, date, month, day] = fields;
  if (parts.length !== bounds.length || !minute || !hour || !date || !month || !day) return undefined;
  const isDay = (time: Date): boolean => {
    const byDate = date.values.includes(time.getUTCDate());
    const byDay = day.values.includes(time.getUTCDay());
    return date.isStar || day.isStar ? byDate && byDay : byDate || byDay;
  };
  const times = hour.values.flatMap((each) => minute.values.map((at) => (each * 60 + at) * aMinute));
  const isNamed = (time: Date): boolean => month.values.includes(time.getUTCMonth() + 1) && isDay(time);
  return { next: (after) => search(after, times, isNamed) };
}

const aMinute = 60_000;
const daysAhead = 5 * 366;

/** `times` of a day in their order, in milliseconds. */
function search(
  after: number,
  times: readonly number[],
  isNamed: (day: Date) => boolean,
): number | undefined {
  const day = new Date(after);
  day.setUTCHours(0, 0, 0, 0);
  for (let ahead = 0; ahead < daysAhead; ahead += 1) {
    const start = day.getTime();
    const time = isNamed(day) ? times.find((each) => start + each > after) : undefined;
    if (time !== undefined) return start + time;
    day.setUTCDate(day.getUTCDate() + 1);
  }
  return undefined;
}

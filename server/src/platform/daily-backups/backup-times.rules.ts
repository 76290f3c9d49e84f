/** When a backup is due, and which backups are kept [OPS-3]. The names of the files hold their times. */

/** A backup in the folder. */
export interface KeptBackup {
  readonly name: string;
  readonly madeAt: Date;
  readonly bytes: number;
}

/** What the last restore on trial found, and of which backup. */
export interface Rehearsal {
  readonly name: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly rows: number;
  readonly seconds: number;
}

/** How many backups are kept: one a day, a week and a month. */
export interface KeepRules {
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
}

/** The time of day of the backups, on the machine's clock. */
export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
}

const namePattern =
  /^baari-(?<day>\d{4}-\d{2}-\d{2})T(?<hour>\d{2})(?<minute>\d{2})\.backup\.gz(?:\.age)?$/u;
/** Without a newer backup for this long, the operator is warned, in milliseconds. */
const lateAfterMs = 26 * 3_600_000;
/** How often a backup is read into an empty database, in milliseconds. */
const rehearsedEveryMs = 7 * 86_400_000;

/** The name of a backup made at a time. */
export function backupName(madeAt: Date, isEncrypted: boolean): string {
  const made = madeAt.toISOString().slice(0, 16).replaceAll(':', '');
  return `baari-${made}.backup.gz${isEncrypted ? '.age' : ''}`;
}

/** The time in a backup's name; undefined for other files. */
export function backupTime(name: string): Date | undefined {
  const { day, hour, minute } = namePattern.exec(name)?.groups ?? {};
  if (day === undefined) return undefined;
  const time = new Date(`${day}T${hour}:${minute}:00Z`);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** Parses 02:30; undefined if it is no time of day. */
export function readTimeOfDay(text: string): TimeOfDay | undefined {
  const { hour, minute } = /^(?<hour>[01]\d|2[0-3]):(?<minute>[0-5]\d)$/u.exec(text)?.groups ?? {};
  return hour === undefined ? undefined : { hour: Number(hour), minute: Number(minute) };
}

/** Parses 7,4,12: days, weeks and months; undefined if it is malformed or keeps nothing. */
export function readKeepRules(text: string): KeepRules | undefined {
  const found = /^(?<days>\d{1,3}),(?<weeks>\d{1,3}),(?<months>\d{1,3})$/u.exec(text)?.groups;
  if (found === undefined) return undefined;
  const rules = {
    days: Number(found['days']),
    weeks: Number(found['weeks']),
    months: Number(found['months']),
  };
  return rules.days === 0 ? undefined : rules;
}

/** Whether a backup is due: none was made since the last time of day at which one should have been. */
export function isBackupDue(newest: Date | undefined, at: TimeOfDay, now: Date): boolean {
  const last = new Date(now);
  last.setHours(at.hour, at.minute, 0, 0);
  if (last > now) last.setDate(last.getDate() - 1);
  // The name holds no seconds, so a backup of this minute counts.
  return newest === undefined || newest.getTime() < last.getTime() - 60_000;
}

/** Whether the operator must be warned that no backup was made. */
export function isBackupLate(newest: Date | undefined, since: Date, now: Date): boolean {
  return now.getTime() - (newest ?? since).getTime() > lateAfterMs;
}

export function isRehearsalDue(rehearsed: Date | undefined, now: Date): boolean {
  return rehearsed === undefined || now.getTime() - rehearsed.getTime() >= rehearsedEveryMs;
}

/**
 * The backups to delete: all but the newest of each of the last days, weeks (from Monday) and months
 * that have one. The newest backup is always kept, and so are files with other names.
 */
export function backupsToDelete(names: readonly string[], rules: KeepRules): string[] {
  const made = names
    .flatMap((name) => {
      const time = backupTime(name);
      return time === undefined ? [] : [{ name, time }];
    })
    .toSorted((one, other) => other.time.getTime() - one.time.getTime());
  const kept = new Set([
    ...newestOf(made, dayOf, rules.days),
    ...newestOf(made, weekOf, rules.weeks),
    ...newestOf(made, monthOf, rules.months),
  ]);
  return made.map(({ name }) => name).filter((name) => !kept.has(name));
}

interface Made {
  readonly name: string;
  readonly time: Date;
}

function newestOf(made: readonly Made[], spanOf: (time: Date) => string, count: number): string[] {
  const newest = new Map<string, string>();
  for (const { name, time } of made) {
    const span = spanOf(time);
    if (!newest.has(span)) newest.set(span, name);
  }
  return [...newest.values()].slice(0, count);
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

function weekOf(time: Date): string {
  const monday = new Date(time);
  monday.setUTCDate(time.getUTCDate() - ((time.getUTCDay() + 6) % 7));
  return dayOf(monday);
}

function monthOf(time: Date): string {
  return time.toISOString().slice(0, 7);
}

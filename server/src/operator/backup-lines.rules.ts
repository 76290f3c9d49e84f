/** Prints the daily backups with their age, and the last restore on trial [OPS-3, OPS-4]. */
import type { KeptBackup, Rehearsal } from '../platform/daily-backups/backup-times.rules.ts';

/** A line for each backup, the newest first, and one for the last rehearsal. */
export function backupLines(
  backups: readonly KeptBackup[],
  rehearsal: Rehearsal | undefined,
  now: Date,
): string[] {
  const lines = backups.map(
    ({ name, madeAt, bytes }) =>
      `${name}: ${Math.ceil(bytes / 1_000_000)} MB, ${ageOf(madeAt, now)} old`,
  );
  const trial =
    rehearsal === undefined
      ? 'No backup was restored on trial yet.'
      : `Restored on trial ${ageOf(new Date(rehearsal.at), now)} ago: ${rehearsal.name}, ${rehearsal.rows} rows in ${rehearsal.seconds} s.`;
  return [...(lines.length === 0 ? ['There is no backup yet.'] : lines), trial];
}

function ageOf(time: Date, now: Date): string {
  const hours = Math.floor((now.getTime() - time.getTime()) / 3_600_000);
  return hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
}

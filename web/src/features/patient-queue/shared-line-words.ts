/** Why nobody is called from a shared line, or not yet: no doctor is late, or away, for it [PAT-11, LINE-1]. */
import type { PatientEntry } from '@baari/contract/queue.ts';
import type { Formats } from '../../i18n/format.ts';
import type { Messages } from '../../i18n/areas.gen.ts';

type Told = Pick<PatientEntry, 'line' | 'doctor' | 'hospital'>;

/** undefined of a line that runs. */
export function sharedLineWords(
  { line, doctor, hospital }: Told,
  now: number,
  { t, format }: { t: Messages['lineState']; format: Formats },
): string | undefined {
  if (line === null) return undefined;
  const { state, at } = line;
  const opens = at === null ? undefined : t.opens(format.timeOrDate(at, now, hospital.timeZone));
  switch (state) {
    case 'running':
    case 'break_ahead':
      return undefined;
    case 'not_open':
      return opens;
    case 'due':
    case 'due_back':
      return t.due;
    case 'closed':
      return t.closed;
    case 'past_closing':
      return t.pastClosing;
    default:
      return opens ?? (doctor.service === 'any_doctor' ? t.noDoctor : t.noCounter);
  }
}

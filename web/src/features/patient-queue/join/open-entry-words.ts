/**
 * The text about the places in line that the account's people have. It is shown above a page on
 * which they can join other lines.
 */
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import type { Messages } from '../../../i18n/areas.gen.ts';
import type { Formats } from '../../../i18n/format.ts';

export interface OpenEntryWords {
  readonly title: string;
  readonly text: string;
}

/**
 * Returns the text about the account's places in line. `whose` is the name of another person of the
 * account; undefined for the user's own place.
 */
export function openEntryWords(
  entries: readonly [PatientEntry, ...PatientEntry[]],
  whose: (patient: PatientEntry['patient']) => string | undefined,
  {
    t,
    people,
    format,
  }: { t: Messages['patientQueue']; people: Messages['people']; format: Pick<Formats, 'beside'> },
): OpenEntryWords {
  const [entry] = entries;
  const { doctor, hospital, status } = entry;
  const name = whose(entry.patient);
  if (status === 'in_progress') {
    return name === undefined
      ? { title: t.turnHeadline, text: t.turnGoIn(doctor.name) }
      : { title: t.turnOf(name), text: t.turnGoInFor(name, doctor.name) };
  }
  if (entries.length > 1) {
    const text = entries
      .map((one) =>
        t.haveEntryFor(whose(one.patient) ?? people.you, one.doctor.name, one.hospital.name),
      )
      .join(' ');
    return { title: t.haveEntriesTitle(entries.length), text };
  }
  const isRequest = status === 'pending_approval';
  if (name !== undefined) {
    // The name is left out, because the title already names the person.
    const title = isRequest ? t.haveRequestOf(name) : t.haveEntryOf(name);
    return { title, text: format.beside([doctor.name, hospital.name]) };
  }
  const title = isRequest ? t.haveRequestTitle : t.haveEntryTitle;
  return { title, text: t.haveEntryWith(doctor.name, hospital.name) };
}

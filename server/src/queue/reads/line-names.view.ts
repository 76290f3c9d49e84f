/**
 * The names of lines and service points in the language of the patient who reads them. Staff read
 * the plain names [LINE-1].
 */
import { nameIn, type NamesInEvent } from '@baari/contract/lines/line-names.ts';
import type { Language } from '@baari/contract/languages.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import type { EntryRow } from '../queue.store.ts';

export function namesOf(row: EntryRow): NamesInEvent {
  const line = row.line_names ?? {};
  const point = row.point_names ?? {};
  const movedFrom = row.moved_from_names ?? {};
  const isNone = [line, point, movedFrom].every((names) => Object.keys(names).length === 0);
  return isNone ? {} : { lineNames: { line, point, movedFrom } };
}

/**
 * Returns the entry's row with the line's name in this language. The row is unchanged if the
 * language is unknown.
 */
export function rowIn<Row extends EntryRow>(row: Row, language: Language | undefined): Row {
  return {
    ...row,
    line_name: nameIn(row.line_name, row.line_names ?? {}, language),
    point_name: row.point_name && nameIn(row.point_name, row.point_names ?? {}, language),
    moved_from: row.moved_from && nameIn(row.moved_from, row.moved_from_names ?? {}, language),
  };
}

/** The entry of an event with the line's name in this language. */
export function entryIn<Entry extends Pick<PatientEntry, 'doctor' | 'point' | 'moved'>>(
  entry: Entry,
  { lineNames: names }: NamesInEvent,
  language: Language | undefined,
): Entry {
  if (names === undefined || language === undefined) return entry;
  const { doctor, point, moved } = entry;
  const pointName = point && nameIn(point.name, names.point, language);
  return {
    ...entry,
    doctor: {
      ...doctor,
      name: nameIn(doctor.name, names.line, language),
      // In a shared line, the patient goes to the service point that called.
      room: pointName ?? doctor.room,
    },
    point: point && { ...point, name: pointName ?? point.name },
    moved: moved && { ...moved, from: nameIn(moved.from, names.movedFrom, language) },
  };
}

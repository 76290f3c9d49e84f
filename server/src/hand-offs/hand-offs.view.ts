/** Hand-off notes as staff read them [LINE-3]. */
import type { HandOff } from '@baari/contract/visit/hand-offs.ts';
import type { StaffActor } from '../platform/actor.ts';
import { isForLine, mayCorrect, mayStrike } from './hand-off.rules.ts';
import type { NoteLineRow, NoteRow, VisitedRow } from './hand-offs.store.ts';

/** The notes of a visit, as seen from one of its steps. */
export function handOffViews(
  actor: StaffActor,
  here: Pick<VisitedRow, 'line_id' | 'kind'>,
  notes: readonly NoteRow[],
  lines: readonly NoteLineRow[],
): HandOff[] {
  return notes.map((note) => ({
    id: note.id,
    entryId: note.entry_id,
    at: note.written_at.toISOString(),
    by: note.by_name,
    fromName: note.from_name,
    to: {
      lineId: note.line_id,
      name: note.line_name,
      service: note.is_shared ? note.kind : null,
    },
    isForHere: isForLine(note, here),
    mayCorrect: mayCorrect(actor, note).ok,
    mayStrike: note.struck_at === null && mayStrike(actor, note),
    lines: lines.filter((line) => line.hand_off_id === note.id).map(lineView),
    struck:
      note.struck_at === null
        ? null
        : { at: note.struck_at.toISOString(), by: note.struck_by_name },
  }));
}

function lineView(line: NoteLineRow): HandOff['lines'][number] {
  const { id, asks, detail, is_urgent: isUrgent, taken_at: takenAt } = line;
  const taken = takenAt && { at: takenAt.toISOString(), by: line.taken_by_name };
  return { id, asks, detail, isUrgent, taken };
}

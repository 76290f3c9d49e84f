/** Decides for which stop a hand-off note is, and who may correct or strike it out [LINE-3]. */
import type { ServiceKind } from '@baari/contract/lines/service-kinds.ts';
import type { StaffActor } from '../platform/actor.ts';
import { ok, type Result, refuse } from '../platform/result.ts';

interface LineOfStop {
  readonly line_id: string;
  /** A doctor's own line counts as `any_doctor`. */
  readonly kind: ServiceKind;
}

/**
 * Whether a note is for this line. A patient may be moved to another line of the same kind, and the
 * note goes with the patient. Lines of the kind `other` have nothing in common.
 */
export function isForLine(note: LineOfStop, line: LineOfStop): boolean {
  return note.line_id === line.line_id || (note.kind === line.kind && note.kind !== 'other');
}

interface NoteState {
  readonly written_by: string;
  readonly struck_at: Date | null;
  /** Whether the stop that the note is for has called the patient. */
  readonly was_called: boolean;
}

/** The author may correct a note until the next stop has called the patient. */
export function mayCorrect(actor: Pick<StaffActor, 'userId'>, note: NoteState): Result<void> {
  if (actor.userId !== note.written_by) return refuse('forbidden');
  if (note.struck_at !== null) return refuse('hand_off_struck');
  return note.was_called ? refuse('hand_off_called') : ok(undefined);
}

/** The author, doctors and administrators may strike a note out; the desk only its own. */
export function mayStrike(
  actor: Pick<StaffActor, 'userId' | 'role'>,
  note: Pick<NoteState, 'written_by'>,
): boolean {
  return actor.userId === note.written_by || actor.role !== 'receptionist';
}

/** Staff notes on a visit, and how the note that the doctor writes at the end is added to them. */
import { approvalNote, maxLength } from '../constants.ts';

/**
 * The stored note with the new text below it. Undefined if the new text is empty, so that the
 * stored note stays. A new text that begins with the stored note already contains it and replaces
 * it.
 */
export function joinedNotes(before: string | null, written: string): string | undefined {
  const own = written.trim();
  if (own === '') return undefined;
  if (before !== null && own.startsWith(before)) return own;
  const kept = before === null || before === approvalNote ? '' : `${before}\n`;
  // If the joined note is too long, its oldest words are cut, never the doctor's new text.
  return `${kept}${own}`.slice(-maxLength.note);
}

/** Staff notes on a visit, joined with the doctor's closing words. */
import { approvalNote, maxLength } from '../constants.ts';

/**
 * The stored note with the new text below it; undefined if nothing was written, so that the stored note stays. A text
 * that begins with the stored note was already joined by its sender.
 */
export function joinedNotes(before: string | null, written: string): string | undefined {
  const own = written.trim();
  if (own === '') return undefined;
  if (before !== null && own.startsWith(before)) return own;
  const kept = before === null || before === approvalNote ? '' : `${before}\n`;
  // A note that is too long loses its oldest words, never the doctor's.
  return `${kept}${own}`.slice(-maxLength.note);
}

/** What staff have noted on a visit, with the doctor's words at its end. */
import { approvalNote, maxLength } from '../constants.ts';

/**
 * What is there, and below it what is written now; undefined when nothing was written: then the note that
 * is there stays. What begins with the note that is there has been joined by whoever sends it.
 */
export function joinedNotes(before: string | null, written: string): string | undefined {
  const own = written.trim();
  if (own === '') return undefined;
  if (before !== null && own.startsWith(before)) return own;
  const kept = before === null || before === approvalNote ? '' : `${before}\n`;
  // What is too long loses its oldest words, never the doctor's.
  return `${kept}${own}`.slice(-maxLength.note);
}

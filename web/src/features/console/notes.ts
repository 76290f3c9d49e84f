/** What staff have noted on a visit, with the doctor's words at its end. */
import { approvalNote, maxLength } from '@baari/contract/constants.ts';

/** undefined when nothing was written: then the note that is there stays. */
export function joinedNotes(before: string | null, written: string): string | undefined {
  const own = written.trim();
  if (own === '') return undefined;
  const kept = before === null || before === approvalNote ? '' : `${before}\n`;
  // What is too long loses its oldest words, never the doctor's.
  return `${kept}${own}`.slice(-maxLength.note);
}

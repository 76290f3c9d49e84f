/**
 * The storage keys of drafts; separate, so that sign-out can delete drafts without loading their
 * code.
 */
import { removePersonal } from './personal-storage.ts';

export const draftKeys = {
  hospital: 'baari_draft_hospital',
  /** The draft of a new hospital with its administrator, while the email is being verified. */
  creation: 'baari_hospital_creation',
  application: 'baari_draft_application',
  request: 'baari_draft_request',
  phoneCode: 'baari_draft_phone_code',
} as const;

/** Deletes the drafts of the person who used this browser. */
export function forgetDrafts(): void {
  for (const key of Object.values(draftKeys)) removePersonal(key);
}

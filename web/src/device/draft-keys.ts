/**
 * The storage keys of form drafts. They are in a separate module, so that sign-out can delete
 * drafts without loading the code for drafts.
 */
import { removePersonal } from './personal-storage.ts';

export const draftKeys = {
  hospital: 'baari_draft_hospital',
  /**
   * The draft of a new hospital with its administrator. It is stored while the administrator's
   * email address is being verified.
   */
  creation: 'baari_hospital_creation',
  application: 'baari_draft_application',
  request: 'baari_draft_request',
  phoneCode: 'baari_draft_phone_code',
} as const;

/** Deletes the drafts of the person who used this browser. */
export function forgetDrafts(): void {
  for (const key of Object.values(draftKeys)) removePersonal(key);
}

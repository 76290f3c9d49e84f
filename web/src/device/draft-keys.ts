/** Under which keys drafts are kept: what signs out throws them away without knowing what is in them. */
import { removePersonal } from './personal-storage.ts';

export const draftKeys = {
  hospital: 'baari_draft_hospital',
  /** The whole hospital with its administrator, while the email is being verified. */
  creation: 'baari_hospital_creation',
  application: 'baari_draft_application',
  request: 'baari_draft_request',
  phoneCode: 'baari_draft_phone_code',
} as const;

/** Of whoever used this browser. */
export function forgetDrafts(): void {
  for (const key of Object.values(draftKeys)) removePersonal(key);
}

/**
 * The hospital that this staff page shows. Each API call names this hospital, so the server refuses
 * the call if another tab has switched to another hospital [ROLE-9].
 */
import { actingHospitalHeader } from '@baari/contract/constants.ts';

let acting: string | null = null;

/** `hospitalId` is null for a patient, and when nobody is signed in. */
export function setActing(hospitalId: string | null): void {
  acting = hospitalId;
}

export function actingHeaders(): Readonly<Record<string, string>> {
  return acting === null ? {} : { [actingHospitalHeader]: acting };
}

/**
 * The hospital of this staff page, sent with each call. A page left open during a switch in another
 * tab is refused, and never gets data of the other hospital [ROLE-9].
 */
import { actingHospitalHeader } from '@baari/contract/constants.ts';

let acting: string | null = null;

/** null for a patient and for nobody. */
export function setActing(hospitalId: string | null): void {
  acting = hospitalId;
}

export function actingHeaders(): Readonly<Record<string, string>> {
  return acting === null ? {} : { [actingHospitalHeader]: acting };
}

/**
 * For which hospital this page of staff asks: said with each call, so that a page which was left behind by a
 * switch in another tab is refused rather than told of the other hospital [ROLE-9].
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

/**
 * The wizard's data, stored during the email verification in this tab only. It contains no password
 * and is deleted at sign-out [WIZ-3].
 */
import { type HospitalCreation, hospitalCreation } from '@baari/contract/hospital/hospital.ts';
import { draftKeys } from '../../device/draft-keys.ts';
import { forgetKept, keep, readKept } from '../../device/storage.ts';

const key = draftKeys.creation;

export function saveCreation(creation: HospitalCreation): void {
  keep(key, JSON.stringify(hospitalCreation.parse(creation)), 'sessionStorage');
}

/** Returns the wizard's data saved in this tab. Undefined if there is no valid data. */
export function readSavedCreation(): HospitalCreation | undefined {
  return parseCreation(readKept(key, 'sessionStorage'));
}

export function parseCreation(text: string | null): HospitalCreation | undefined {
  if (text === null) return undefined;
  try {
    return hospitalCreation.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined; // Not JSON, so the wizard starts empty.
  }
}

export function hasSavedCreation(): boolean {
  return readSavedCreation() !== undefined;
}

export function clearSavedCreation(): void {
  forgetKept(key, 'sessionStorage');
}

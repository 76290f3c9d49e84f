/** Likely doubles of a shared person, and the codes of counters. Pure [API-37, API-39]. */
import type { AlikePatient } from '@baari/contract/patient/patient.ts';

/** A known patient who resembles the shared person, as found by name and phone. */
export interface Resembling {
  readonly id: string;
  readonly birthYear: number | null;
}

/**
 * The patient whom the desk should compare with the shared person: same name and phone, or same name
 * and year of birth. A shared phone alone is common in families.
 */
export function likelyDouble(
  found: readonly (readonly [row: Resembling, by: AlikePatient['by']])[],
  birthYear: number,
): string | undefined {
  const likely = found.find(
    ([row, by]) => by === 'both' || (by === 'name' && row.birthYear === birthYear),
  );
  return likely?.[0].id;
}

const digits = '23456789abcdefghjkmnpqrstuvwxyz';
const randomLength = 8;

/**
 * The code of a counter: the code of the installation, by which a router between installations
 * finds it, then eight characters. `random` gives whole numbers from 0 below a limit.
 */
export function counterCodeOf(cell: string, random: (below: number) => number): string {
  const letters = Array.from({ length: randomLength }, () => digits.charAt(random(digits.length)));
  return cell + letters.join('');
}

/** The text of a counter's QR code, which health apps open. */
export function counterUrl(cmId: string, hipId: string, code: string): string {
  const host = cmId === 'sbx' ? 'phrsbx.abdm.gov.in' : 'phr.abdm.gov.in';
  return `https://${host}/share-profile?hip-id=${encodeURIComponent(hipId)}&counter-id=${code}`;
}

/**
 * How long a visit usually takes by specialty: what waits are forecast from until the doctor has
 * seen some patients [QST-12]. Rounded means of outpatient visits, from call to call.
 */
import type { specialties } from '../hospital/specialties.ts';

/** The minutes that a hospital may state. */
export const visitMinutesBounds = { least: 1, most: 120 } as const;

const bySpecialty: Readonly<Record<(typeof specialties)[number], number>> = {
  Cardiology: 15,
  Dermatology: 10,
  Endocrinology: 15,
  Gastroenterology: 15,
  Hematology: 15,
  'Infectious Disease': 15,
  'Internal Medicine': 12,
  Nephrology: 15,
  Neurology: 20,
  Oncology: 20,
  Ophthalmology: 10,
  Orthopedics: 10,
  Pediatrics: 10,
  Psychiatry: 25,
  Pulmonology: 15,
  Radiology: 10,
  Surgery: 12,
  Urology: 12,
  Other: 12,
};

/** The default for a specialty, also for one in the hospital's own words. */
export function usualVisitMinutes(specialty: string): number {
  const known: Readonly<Record<string, number>> = bySpecialty;
  return Object.hasOwn(known, specialty)
    ? (known[specialty] ?? bySpecialty.Other)
    : bySpecialty.Other;
}

/**
 * The usual length of a visit by specialty, in minutes from one call to the next. Forecasts use it
 * until the doctor has seen some patients [QST-12]. The values are rounded means of outpatient
 * visits.
 */
import type { specialties } from '../hospital/specialties.ts';

/** The shortest and longest visit that a hospital may state, in minutes. */
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

/**
 * The usual minutes of a visit in a specialty. A specialty that the hospital named in its own words
 * gets a default.
 */
export function usualVisitMinutes(specialty: string): number {
  const known: Readonly<Record<string, number>> = bySpecialty;
  return Object.hasOwn(known, specialty)
    ? (known[specialty] ?? bySpecialty.Other)
    : bySpecialty.Other;
}

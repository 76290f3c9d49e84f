/** The invented doctors, patients and complaints of a practice hospital [ADM-1]. */
import type { Urgency } from '@baari/contract/constants.ts';
import { specialties } from '@baari/contract/hospital/specialties.ts';

type Specialty = (typeof specialties)[number];

/** What a practice hospital copies of a real doctor. It never copies the name or the account. */
export interface DoctorPattern {
  readonly specialty: string;
  readonly department: string;
}

const leastDoctors = 4;
const mostDoctors = 6;

/** The doctors of a hospital that has fewer than a practice needs. */
const usualDoctors: readonly DoctorPattern[] = [
  { specialty: 'Internal Medicine', department: 'General Medicine' },
  { specialty: 'Pediatrics', department: 'Pediatrics' },
  { specialty: 'Cardiology', department: 'Cardiology' },
  { specialty: 'Orthopedics', department: 'Orthopedics' },
];

const doctorNames = [
  'Asha Rao',
  'Vikram Menon',
  'Mitali Bose',
  'Harpreet Gill',
  'Arup Dutta',
  'Nirav Shah',
] as const;
const firstNames = [
  'Anita',
  'Bharat',
  'Chitra',
  'Dinesh',
  'Esha',
  'Farid',
  'Gauri',
  'Harish',
  'Indira',
  'Jatin',
  'Kavita',
  'Lalit',
  'Madhu',
  'Nasreen',
  'Omkar',
  'Pooja',
  'Rafiq',
  'Sarita',
  'Tarun',
  'Usha',
] as const;
const lastNames = ['Example', 'Sample', 'Practice', 'Trial', 'Test', 'Model', 'Drill'] as const;
const complaints: readonly (readonly [string, Urgency])[] = [
  ['Fever for two days', 'medium'],
  ['Cough and a blocked nose', 'low'],
  ['Pain in the knee', 'medium'],
  ['Blood pressure check', 'low'],
  ['Rash on the arm', 'low'],
  ['Headache since the morning', 'medium'],
  ['Stomach ache', 'medium'],
  ['Short of breath', 'high'],
];

export interface InventedDoctor extends DoctorPattern {
  readonly name: string;
  readonly specialty: Specialty;
}

/** The doctors of a practice hospital, with the specialties of the real ones. */
export function inventedDoctors(real: readonly DoctorPattern[]): InventedDoctor[] {
  const patterns = [...real, ...usualDoctors].slice(
    0,
    Math.max(leastDoctors, Math.min(real.length, mostDoctors)),
  );
  return patterns.map(({ specialty, department }, index) => {
    const known = specialties.find((each) => each === specialty) ?? 'Other';
    return {
      name: `Dr. ${pick(doctorNames, index)}`,
      specialty: known,
      department,
    };
  });
}

export interface InventedPatient {
  readonly name: string;
  readonly phone: string;
  readonly symptoms: string;
  readonly urgency: Urgency;
}

/** Returns an invented patient. Any 140 consecutive numbers give patients with different names. */
export function inventedPatient(number: number): InventedPatient {
  const [symptoms, urgency] = pick(complaints, number);
  const round = Math.floor(number / firstNames.length);
  const name = `${pick(firstNames, number)} ${pick(lastNames, (number % firstNames.length) + round)}`;
  return {
    name,
    phone: `+91000${String(number % 10_000_000).padStart(7, '0')}`,
    symptoms,
    urgency,
  };
}

/** Returns an invented patient with an urgent complaint. */
export function urgentPatient(number: number): InventedPatient {
  return { ...inventedPatient(number), symptoms: 'Short of breath', urgency: 'high' };
}

/** Returns an invented patient with a complaint that can wait. */
export function relaxedPatient(number: number): InventedPatient {
  return { ...inventedPatient(number), symptoms: 'Blood pressure check', urgency: 'low' };
}

/**
 * Returns how many patients wait for a doctor when practice begins, and when requests came. `doctor`
 * is the doctor's index, from 0.
 */
export function firstPatients(doctor: number): {
  readonly waiting: number;
  /** Minutes before now at which each pending request came. */
  readonly requests: readonly number[];
} {
  const waiting = [3, 6, 2, 1, 2, 0][doctor] ?? 0;
  // The two requests of the first doctor came in the same minute.
  const requests = [[0, 0], [], [2], [], [], []][doctor] ?? [];
  return { waiting, requests };
}

function pick<T>(list: readonly [T, ...T[]] | readonly T[], at: number): T {
  const found = list[at % list.length];
  if (found === undefined) throw new Error('The list is empty.');
  return found;
}

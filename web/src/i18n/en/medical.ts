import type { departments, specialties } from '@baari/contract/constants.ts';

type DepartmentName = (typeof departments)[number];
type SpecialtyName = (typeof specialties)[number];

const fields: Record<DepartmentName | SpecialtyName, string> = {
  Emergency: 'Emergency',
  Cardiology: 'Cardiology',
  Orthopedics: 'Orthopedics',
  Pediatrics: 'Pediatrics',
  Neurology: 'Neurology',
  Radiology: 'Radiology',
  Laboratory: 'Laboratory',
  Surgery: 'Surgery',
  ICU: 'ICU',
  Maternity: 'Maternity',
  Dermatology: 'Dermatology',
  Ophthalmology: 'Ophthalmology',
  ENT: 'ENT',
  Psychiatry: 'Psychiatry',
  Oncology: 'Oncology',
  'General Medicine': 'General Medicine',
  Endocrinology: 'Endocrinology',
  Gastroenterology: 'Gastroenterology',
  Hematology: 'Hematology',
  'Infectious Disease': 'Infectious Disease',
  'Internal Medicine': 'Internal Medicine',
  Nephrology: 'Nephrology',
  Pulmonology: 'Pulmonology',
  Urology: 'Urology',
  Other: 'Other',
};

/** Departments and specialties, which travel by their English names. */
export const medical = {
  fields,
  generalPractice: 'General Practice',
  general: 'General',
};

export type Medical = typeof medical;

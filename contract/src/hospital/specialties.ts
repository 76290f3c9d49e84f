/**
 * The departments and specialties that a hospital can choose. They are not in constants.ts, since
 * only a few pages load them.
 */

export const departments = [
  'Emergency',
  'Cardiology',
  'Orthopedics',
  'Pediatrics',
  'Neurology',
  'Radiology',
  'Laboratory',
  'Surgery',
  'ICU',
  'Maternity',
  'Dermatology',
  'Ophthalmology',
  'ENT',
  'Psychiatry',
  'Oncology',
  'General Medicine',
] as const;

export const specialties = [
  'Cardiology',
  'Dermatology',
  'Endocrinology',
  'Gastroenterology',
  'Hematology',
  'Infectious Disease',
  'Internal Medicine',
  'Nephrology',
  'Neurology',
  'Oncology',
  'Ophthalmology',
  'Orthopedics',
  'Pediatrics',
  'Psychiatry',
  'Pulmonology',
  'Radiology',
  'Surgery',
  'Urology',
  'Other',
] as const;

import type { HospitalType } from '@baari/contract/constants.ts';

/** The kinds of hospital, which travel by their keys. */
export const hospitalTypeNames: Record<HospitalType, string> = {
  general: 'General',
  specialty: 'Specialty',
  clinic: 'Clinic',
  'urgent-care': 'Urgent care',
  private: 'Private',
  public: 'Public',
};

import type { HospitalType } from '@baari/contract/constants.ts';

export const hospitalTypeNames: Record<HospitalType, string> = {
  general: 'सामान्य',
  specialty: 'विशेषज्ञता',
  clinic: 'क्लिनिक',
  'urgent-care': 'तत्काल देखभाल',
  private: 'निजी',
  public: 'सरकारी',
};

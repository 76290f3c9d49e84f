import type { EmergencyKind } from '@baari/contract/report-access.ts';
import type { StaffRole } from '@baari/contract/constants.ts';
import { pluralIn } from '../plural.ts';

const plural = pluralIn('en');

const kinds: Record<EmergencyKind, string> = {
  life_at_risk: 'A life is at risk',
  cannot_ask: 'The patient cannot be asked',
  cover: 'I stand in for the doctor',
  other: 'Something else',
};
const roles: Record<StaffRole, string> = {
  doctor: 'Doctor',
  receptionist: 'Receptionist',
  hospital_admin: 'Administrator',
};

/** Who reads reports, opening them in an emergency, and what a patient shares [SEC-25, SEC-26]. */
export const access = {
  kinds,
  roles,
  askTitle: (patient: string) => `Open the reports of ${patient}?`,
  askLead: (minutes: number) =>
    `You do not treat this patient. With a reason their reports at this hospital open to you for ${minutes} minutes. Your name and the reason stay on record; the administrators and the patient read them.`,
  kind: 'What makes it an emergency',
  chooseKind: 'Choose one',
  reason: 'Reason',
  reasonHint: 'In a few words, for example: brought in unconscious.',
  open: 'Open the reports',
  opening: 'Opening...',
  openFailed: 'The reports stay closed',
  opened: (minutes: number) => `Open for ${minutes} minutes`,

  readersTitle: 'Who reads reports',
  readersLead:
    'Doctors read the reports they wrote and those of patients they treat: from a request or a booking until a year after the last visit. Receptionists see that there is a report, not what it says.',
  readers: {
    doctors: 'All doctors read every report',
    receptionists: 'Receptionists read every report',
    administrators: 'Administrators read every report',
  },
  readersLoading: 'Loading who reads reports...',
  readersUnknown: 'Who reads reports could not be loaded.',
  readersSaved: 'Who reads reports is set',
  readersFailed: 'Who reads reports was not changed; try again.',

  emergencies: 'Opened in an emergency',
  emergenciesLead: 'Reports that somebody opened who does not treat the patient.',
  emergenciesLoading: 'Loading emergencies...',
  emergenciesFailed: 'The emergencies could not be loaded.',
  emergenciesNone: 'Nobody has opened reports in an emergency.',
  emergencyOf: (person: string, patient: string) => `${person} opened the reports of ${patient}`,
  gone: 'A closed account',
  reasonErased: 'The reason was erased with the patient.',
  look: 'Mark as looked at',
  lookFailed: 'It could not be marked',
  looked: (by: string, at: string) => `Looked at by ${by}, ${at}`,
  notLooked: 'Not looked at yet',
  more: 'Show older ones',

  profile: 'Patient’s profile',
  profileLoading: 'Loading the profile...',
  profileFailed: 'The profile could not be loaded.',
  notShared: 'Not shared with this hospital.',
  born: 'Born',
  gender: 'Gender',
  genders: {
    Male: 'Male',
    Female: 'Female',
    Other: 'Other',
    'Prefer not to say': 'Prefers not to say',
  },
  insurance: 'Insurance',
  emergencyContacts: 'In an emergency call',
  nothing: 'Not given',
  ages: {
    year: (count: number, shown: string) =>
      plural(count, { one: `${shown} year`, other: `${shown} years` }),
    month: (count: number, shown: string) =>
      plural(count, { one: `${shown} month`, other: `${shown} months` }),
  },
  noAgeNorSex: 'Age and sex not shared',
};

export type Access = typeof access;

import type { ConsentPurpose } from '@baari/contract/consent.ts';
import type { EmergencyKind } from '@baari/contract/report-access.ts';
import type { StaffRole } from '@baari/contract/constants.ts';

interface PurposeTexts {
  readonly label: string;
  /** What it means while it is given, and what follows from taking it back. */
  readonly given: string;
  readonly withdrawn: string;
}
const purposes: Record<ConsentPurpose, PurposeTexts> = {
  profile: {
    label: 'Share my profile',
    given:
      'Its doctors and administrators see date of birth, gender, insurance and emergency contacts. Taken back, they see "not shared" from then on.',
    withdrawn: 'Nobody there sees your date of birth, gender, insurance or emergency contacts.',
  },
  messages: {
    label: 'Messages and reminders',
    given:
      'Word of your place, when to leave and that you are next, and reminders of bookings. Taken back, you still hear of being called and of what the hospital itself changes.',
    withdrawn:
      'No word of your place and no reminders; you still hear of being called and of what the hospital itself changes.',
  },
};
const kinds: Record<EmergencyKind, string> = {
  life_at_risk: 'a life is at risk',
  cannot_ask: 'the patient cannot be asked',
  cover: 'standing in for the doctor',
  other: 'something else',
};
const roles: Record<StaffRole, string> = {
  doctor: 'A doctor',
  receptionist: 'A receptionist',
  hospital_admin: 'An administrator',
};

/** What a patient lets each hospital do [SEC-26]. */
export const consent = {
  title: 'What hospitals may do',
  lead: 'For each hospital, and for everybody on your account. A change counts at once.',
  needed:
    'Your visit itself needs no consent: symptoms, name and contact as you gave them with it, and the reports of those who treat you.',
  loading: 'Loading what hospitals may do...',
  failed: 'What hospitals may do could not be loaded',
  notSaved: 'It was not changed; try again.',
  none: 'No hospital knows you yet. Hospitals appear here once you ask for a place or book.',
  purposes,
  saidGiven: (at: string) => `Given on ${at}.`,
  saidWithdrawn: (at: string) => `Taken back on ${at}.`,
  neverSaid: 'You have not changed it.',
  history: 'Earlier changes',
  wasGiven: (at: string) => `Given on ${at}`,
  wasWithdrawn: (at: string) => `Taken back on ${at}`,
  emergencies: 'Opened in an emergency',
  emergenciesLead: 'Somebody who does not treat you opened your reports and said why.',
  emergency: (role: string, hospital: string, patient: string) =>
    `${role} at ${hospital} opened the reports of ${patient}`,
  kinds,
  roles,
};

export type Consent = typeof consent;

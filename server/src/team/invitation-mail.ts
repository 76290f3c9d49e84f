/** The invitation, in English and Hindi in one mail: nobody has asked the doctor for a language yet. */
import type { HospitalStanding } from '@baari/contract/constants.ts';
import { unconfirmedNotes } from '../hospitals/unconfirmed-words.ts';
import { harmless } from '../platform/harmless.rules.ts';
import { letterBody, type LetterLanguage, type LetterPart } from '../platform/letter.ts';
import type { MailMessage } from '../platform/mail.ts';

export interface InvitingHospital {
  readonly id: string;
  readonly name: string;
  readonly standing: HospitalStanding;
}

export function invitationMail(
  to: string,
  doctorName: string,
  hospital: InvitingHospital,
  link: string,
): MailMessage {
  const english = partsIn('en', hospital, link, [
    `Hello ${doctorName},`,
    `${harmless(hospital.name)} has added you to its doctors on Baari. Open this link to set your password and see your queue. It works once, within the next 7 days.`,
  ]);
  const hindi = partsIn('hi', hospital, link, [
    `नमस्ते ${doctorName},`,
    `${harmless(hospital.name)} ने आपको बारी पर अपने डॉक्टरों में जोड़ा है। अपना पासवर्ड चुनने और अपनी कतार देखने के लिए यह लिंक खोलें। यह अगले 7 दिनों में एक बार काम करेगा।`,
  ]);
  return {
    kind: 'invitation',
    to,
    hospital: { id: hospital.id, isConfirmed: hospital.standing === 'confirmed' },
    subject: `${hospital.name}: your invitation to Baari / बारी पर आपका निमंत्रण`,
    ...letterBody({ language: 'en', parts: [...english, { language: 'hi', parts: hindi }] }),
  };
}

function partsIn(
  language: LetterLanguage,
  { standing }: InvitingHospital,
  link: string,
  texts: readonly string[],
): LetterPart[] {
  const said = [...texts, ...unconfirmedNotes(standing, language)];
  return [...said.map((text) => ({ text })), { link }];
}

/** The invitation mail. It has several languages, since the doctor's language is unknown. */
import type { InvitedRole } from '@baari/contract/account/team.ts';
import type { HospitalVerification } from '@baari/contract/constants.ts';
import { aboutLanguages, type Language, languages } from '@baari/contract/languages.gen.ts';
import { fallbackLanguage } from '@baari/contract/languages.ts';
import { unconfirmedNotes } from '../hospitals/unconfirmed-words.ts';
import { harmless } from '../platform/harmless.rules.ts';
import { letterBody, type LetterPart } from '../platform/messages/letter.ts';
import type { MailMessage } from '../platform/messages/mail.ts';
import { textsOf } from '../texts/texts.ts';

export interface InvitingHospital {
  readonly id: string;
  readonly name: string;
  readonly standing: HospitalVerification;
  /** The hospital's own language. */
  readonly language: Language;
}

/**
 * The languages of the invitation mail: those that a native reader reviewed, English first. A mail
 * in all languages would be too long.
 */
const checked = [
  fallbackLanguage,
  ...languages.filter(
    (language) => language !== fallbackLanguage && !aboutLanguages[language].isDraft,
  ),
];

export function invitationMail(
  to: string,
  doctorName: string,
  hospital: InvitingHospital,
  link: string,
): MailMessage {
  return letterIn(to, hospital, link, (language) => [
    textsOf('letters', language).hello(doctorName),
    textsOf('staffMails', language).invitation.text(harmless(hospital.name)),
  ]);
}

/**
 * The invitation mail to a future receptionist or administrator, whose name is unknown [ROLE-6].
 */
export function staffInvitationMail(
  to: string,
  role: InvitedRole,
  hospital: InvitingHospital,
  link: string,
): MailMessage {
  return letterIn(to, hospital, link, (language) => [
    textsOf('staffMails', language).staffInvitation[role](harmless(hospital.name)),
  ]);
}

function letterIn(
  to: string,
  hospital: InvitingHospital,
  link: string,
  saidIn: (language: Language) => string[],
): MailMessage {
  const partsIn = (language: Language): LetterPart[] => {
    const said = [...saidIn(language), ...unconfirmedNotes(hospital.standing, language)];
    return [...said.map((text) => ({ text })), { link }];
  };
  const [first, ...others] = [
    hospital.language,
    ...checked.filter((language) => language !== hospital.language),
  ];
  const subjects = [first, ...others].map(
    (language) => textsOf('staffMails', language).invitation.subject,
  );
  return {
    kind: 'invitation',
    to,
    hospital: { id: hospital.id, isConfirmed: hospital.standing === 'confirmed' },
    subject: textsOf('letters', first).before(hospital.name, subjects.join(' / ')),
    ...letterBody({
      language: first,
      parts: [
        ...partsIn(first),
        ...others.map((language) => ({ language, parts: partsIn(language) })),
      ],
    }),
  };
}

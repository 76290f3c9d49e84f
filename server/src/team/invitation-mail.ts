/** The invitation, in several languages in one mail: nobody has asked the doctor for a language yet. */
import type { HospitalStanding } from '@baari/contract/constants.ts';
import { aboutLanguages, type Language, languages } from '@baari/contract/languages.gen.ts';
import { fallbackLanguage } from '@baari/contract/languages.ts';
import { unconfirmedNotes } from '../hospitals/unconfirmed-words.ts';
import { harmless } from '../platform/harmless.rules.ts';
import { letterBody, type LetterPart } from '../platform/letter.ts';
import type { MailMessage } from '../platform/mail.ts';
import { textsOf } from '../texts/texts.ts';

export interface InvitingHospital {
  readonly id: string;
  readonly name: string;
  readonly standing: HospitalStanding;
  /** Its own. */
  readonly language: Language;
}

/** Those that a native reader has checked, English first: a mail in all of them would not be read. */
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
  const partsIn = (language: Language): LetterPart[] => {
    const { hello } = textsOf('letters', language);
    const { text } = textsOf('staffMails', language).invitation;
    const said = [
      hello(doctorName),
      text(harmless(hospital.name)),
      ...unconfirmedNotes(hospital.standing, language),
    ];
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

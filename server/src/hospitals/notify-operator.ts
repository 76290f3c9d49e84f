/** Mails the operator about hospitals to review: new, hidden and changed hospitals [SEC-20]. */
import { aboutLanguages, type Language } from '@baari/contract/languages.gen.ts';
import type { Queryable } from '../platform/database/database.ts';
import { letterBody } from '../platform/messages/letter.ts';
import { enqueueMail } from '../platform/messages/mail.ts';
import { textsOf } from '../texts/texts.ts';
import type { Review } from './review-verification.ts';
import type { Listing } from './verification.store.ts';

export interface HospitalSettings {
  readonly listing: Listing;
  /** The operator's mailbox. */
  readonly operatorEmail: string;
  readonly operatorLanguage: Language;
}

/**
 * Queues a mail to the operator. It names the hospital by its id, because a subject must not
 * contain a name that somebody chose.
 */
export async function notifyOperatorOfHospital(
  tx: Queryable,
  { operatorEmail, operatorLanguage: language }: HospitalSettings,
  hospital: { readonly id: string; readonly what: 'founded' | 'changed'; readonly name: string },
  { before, after, resemblances, claims }: Review,
  now: Date,
): Promise<void> {
  const { id, what, name } = hospital;
  const said = textsOf('operatorMails', language).hospital;
  const { locale } = aboutLanguages[language];
  const lists = new Intl.ListFormat(locale, { type: 'unit', style: 'short' });
  const parts = [
    { text: textsOf('letters', language).sentence(said[what]) },
    { facts: [name, id] },
    { text: said[verificationText(before.isConfirmed, after)] },
    ...resemblances.map(({ hospitalId, likenesses }) => ({
      text: said.shares(hospitalId, lists.format(likenesses.map((kind) => said.likenesses[kind]))),
    })),
    ...claims.map((claim) => ({ text: said.claims[claim] })),
    { text: said.look(`npm run operator -- hospitals ${id}`) },
  ];
  await enqueueMail(
    tx,
    {
      kind: 'operator',
      to: operatorEmail,
      hospital: { id, isConfirmed: after.isConfirmed },
      subject: resemblances.length > 0 ? said.resembling : said[what],
      ...letterBody({ language, parts }),
    },
    now,
  );
}

function verificationText(wasConfirmed: boolean, after: Review['after']) {
  if (after.isHeld) return 'held';
  if (after.isConfirmed) return 'staysConfirmed';
  return wasConfirmed ? 'confirmedNoMore' : 'unconfirmed';
}

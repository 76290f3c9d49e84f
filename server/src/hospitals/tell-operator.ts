/** Mails the installation's operator what there is to look at: founded, held and changed hospitals [SEC-20]. */
import { fallbackLanguage } from '@baari/contract/languages.ts';
import type { Queryable } from '../platform/database.ts';
import { letterBody } from '../platform/letter.ts';
import { enqueueMail } from '../platform/mail.ts';
import type { Review } from './review-standing.ts';
import type { Listing } from './standing.store.ts';

export interface HospitalSettings {
  readonly listing: Listing;
  /** Where the installation's operator reads mail. */
  readonly operatorEmail: string;
}

/** Names the hospital by its id: a name that somebody chose leads nobody anywhere in a subject. */
export async function tellOperatorOfHospital(
  tx: Queryable,
  { operatorEmail }: HospitalSettings,
  hospital: { readonly id: string; readonly what: 'founded' | 'changed'; readonly name: string },
  { before, after, resemblances }: Review,
  now: Date,
): Promise<void> {
  const { id, what, name } = hospital;
  const parts = [
    { text: `${subjects[what]}:` },
    { facts: [name, id] },
    { text: standingWords(before.isConfirmed, after) },
    ...resemblances.map(({ hospitalId, likenesses }) => ({
      text: `It resembles the confirmed hospital ${hospitalId} by its ${likenesses.join(', ')}.`,
    })),
    { text: `Look at it with: npm run operator -- hospitals ${id}` },
  ];
  await enqueueMail(
    tx,
    {
      kind: 'operator',
      to: operatorEmail,
      hospital: { id, isConfirmed: after.isConfirmed },
      subject: after.isHeld ? 'A hospital resembles a confirmed one' : subjects[what],
      ...letterBody({ language: fallbackLanguage, parts }),
    },
    now,
  );
}

const subjects = {
  founded: 'A hospital was founded',
  changed: 'A hospital changed what it is known by',
} as const;

function standingWords(wasConfirmed: boolean, after: Review['after']): string {
  if (after.isHeld) return 'It is shown to nobody until you have looked.';
  if (after.isConfirmed) return 'It stays confirmed.';
  if (wasConfirmed) return 'It is not confirmed any more: it has another name than you confirmed.';
  return 'It is not confirmed.';
}

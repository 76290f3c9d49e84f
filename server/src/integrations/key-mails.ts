/** Mails about an API key to the hospital's administrators [API-28]. */
import type { Queryable } from '../platform/database/database.ts';
import { letterBody } from '../platform/messages/letter.ts';
import { enqueueMail } from '../platform/messages/mail.ts';
import { textsOf } from '../texts/texts.ts';
import { listKeyAdministrators, listNamesOfKeysBy } from './api-keys.store.ts';

export type KeyNews =
  | { readonly news: 'made'; readonly by: string }
  | { readonly news: 'client'; readonly by: string }
  | { readonly news: 'ends'; readonly days: number }
  | { readonly news: 'network'; readonly network: string }
  | { readonly news: 'unused' }
  | { readonly news: 'left'; readonly by: string };

/** Queues one mail for each administrator with a verified address, in the caller's transaction. */
export function mailAboutKey(
  tx: Queryable,
  key: { readonly hospital_id: string; readonly name: string },
  told: KeyNews,
  publicUrl: string,
  now: Date,
): Promise<void> {
  const keys = { hospitalId: key.hospital_id, names: [key.name] };
  return mailAboutKeys(tx, keys, told, publicUrl, now);
}

async function mailAboutKeys(
  tx: Queryable,
  { hospitalId, names }: { readonly hospitalId: string; readonly names: readonly string[] },
  told: KeyNews,
  publicUrl: string,
  now: Date,
): Promise<void> {
  const link = `${publicUrl}/hospital/dashboard?view=keys`;
  for (const person of await listKeyAdministrators(tx, hospitalId)) {
    const { language, hospital, standing, email } = person;
    const said = textsOf('staffMails', language).apiKey;
    const facts = [...names, ...(told.news === 'network' ? [told.network] : [])];
    const parts = [
      { text: textsOf('letters', language).hello(person.name) },
      { text: sentenceOf(said.text, told, hospital) },
      { facts },
      { button: said.button, link },
    ];
    const message = {
      kind: 'api_key' as const,
      hospital: { id: hospitalId, isConfirmed: standing === 'confirmed' },
      to: email,
      subject: said.subject[told.news],
      ...letterBody({ language, parts }),
    };
    await enqueueMail(tx, message, now);
  }
}

/**
 * Tells the administrators which working keys a person made who has just left the team. The keys
 * stay: they belong to the hospital. To be called after the membership has ended.
 */
export async function mailAboutKeysOfLeaver(
  tx: Queryable,
  leaver: { readonly hospitalId: string; readonly userId: string; readonly name: string },
  publicUrl: string,
  now: Date,
): Promise<void> {
  const { hospitalId, userId, name: by } = leaver;
  const names = await listNamesOfKeysBy(tx, hospitalId, userId, now);
  if (names.length === 0) return;
  await mailAboutKeys(tx, { hospitalId, names }, { news: 'left', by }, publicUrl, now);
}

type Sentences = ReturnType<typeof textsOf<'staffMails'>>['apiKey']['text'];

function sentenceOf(text: Sentences, told: KeyNews, hospital: string): string {
  switch (told.news) {
    case 'made':
      return text.made(told.by, hospital);
    case 'client':
      return text.client(told.by, hospital);
    case 'ends':
      return text.ends(told.days, hospital);
    case 'network':
      return text.network(hospital);
    case 'unused':
      return text.unused(hospital);
    case 'left':
      return text.left(told.by, hospital);
  }
}

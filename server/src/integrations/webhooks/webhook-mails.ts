/** Mails about a webhook that fails, to the hospital's administrators [API-30]. */
import type { Queryable } from '../../platform/database/database.ts';
import { letterBody } from '../../platform/messages/letter.ts';
import { enqueueMail } from '../../platform/messages/mail.ts';
import { textsOf } from '../../texts/texts.ts';
import { listKeyAdministrators } from '../api-keys.store.ts';

/** Queues one mail for each administrator with a verified address, in the caller's transaction. */
export async function mailAboutWebhook(
  tx: Queryable,
  webhook: { readonly hospital_id: string; readonly url: string },
  news: 'failing' | 'disabled',
  publicUrl: string,
  now: Date,
): Promise<void> {
  const link = `${publicUrl}/hospital/dashboard?view=keys`;
  for (const person of await listKeyAdministrators(tx, webhook.hospital_id)) {
    const { language, hospital, standing, email } = person;
    const said = textsOf('staffMails', language).webhook;
    const parts = [
      { text: textsOf('letters', language).hello(person.name) },
      { text: said.text[news](hospital) },
      // The path may hold a secret of the receiver.
      { facts: [new URL(webhook.url).host] },
      { button: said.button, link },
    ];
    const message = {
      kind: 'webhook' as const,
      hospital: { id: webhook.hospital_id, isConfirmed: standing === 'confirmed' },
      to: email,
      subject: said.subject[news],
      ...letterBody({ language, parts }),
    };
    await enqueueMail(tx, message, now);
  }
}

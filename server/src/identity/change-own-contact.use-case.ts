/** A proved email or phone of one's own is put on the account, in place of the one before. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { enqueueMail } from '../platform/mail.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { emailChangedMail, type MailLanguage } from './mail-texts.ts';
import { displaceUnproved, getOwnAccount, setOwnEmail, setOwnPhone } from './own-contact.store.ts';
import type { OwnContact } from './phone-codes.ts';
import { isTechnicalEmail, technicalEmail } from './technical-email.rules.ts';

/** Refuses: email_in_use, phone_in_use. The address of before is told that it is no longer the one. */
export function changeOwnContact(
  db: Database,
  clock: Clock,
  { userId, kind, value }: OwnContact,
  { language, publicUrl }: { readonly language: MailLanguage; readonly publicUrl: string },
): Promise<Result<void>> {
  return db.transaction(async (tx) => {
    if (kind === 'phone') {
      return (await setOwnPhone(tx, userId, value)) ? ok(undefined) : refuse('phone_in_use');
    }
    const before = await getOwnAccount(tx, userId);
    await displaceUnproved(tx, value, userId, technicalEmail(randomUUID()));
    if (!(await setOwnEmail(tx, userId, value))) return refuse('email_in_use');
    const hadOther = before.email !== value && !isTechnicalEmail(before.email);
    if (hadOther && before.isEmailVerified) {
      const message = emailChangedMail(language, before, value, `${publicUrl}/contact`);
      await enqueueMail(tx, message, clock.now());
    }
    return ok(undefined);
  });
}

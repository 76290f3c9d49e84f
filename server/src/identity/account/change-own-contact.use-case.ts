/**
 * Stores a verified email address or phone number as the contact of the caller's account. It
 * replaces the former one.
 */
import { randomUUID } from 'node:crypto';
import type { Database } from '../../platform/database/database.ts';
import { enqueueMail } from '../../platform/messages/mail.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { emailChangedMail } from '../messages/mail-texts.ts';
import { displaceUnproved, getOwnAccount, setOwnEmail, setOwnPhone } from './own-contact.store.ts';
import type { OwnContact } from '../provider/phone-codes.ts';
import {
  languageForOwner,
  type Origin,
  recordSecurityEvent,
  type Notifying,
} from '../security-events/security-events.ts';
import { isTechnicalEmail, technicalEmail } from '../security-events/technical-email.rules.ts';

/**
 * Replaces the email address or phone number of the caller's account, and notifies the former email
 * address. Refuses: email_in_use, phone_in_use.
 */
export function changeOwnContact(
  db: Database,
  notifying: Notifying,
  origin: Origin,
  { userId, kind, value }: OwnContact,
): Promise<Result<void>> {
  const { clock, publicUrl } = notifying;
  return db.transaction(async (tx) => {
    if (kind === 'phone') {
      if (!(await setOwnPhone(tx, userId, value))) return refuse('phone_in_use');
      await recordSecurityEvent(tx, notifying, origin, { userId, kind: 'phone_changed' });
      return ok(undefined);
    }
    const before = await getOwnAccount(tx, userId);
    await displaceUnproved(tx, value, userId, technicalEmail(randomUUID()));
    if (!(await setOwnEmail(tx, userId, value))) return refuse('email_in_use');
    const hadOther = before.email !== value && !isTechnicalEmail(before.email);
    if (hadOther && before.isEmailVerified) {
      const language = await languageForOwner(tx, { userId }, origin.asksFor);
      const message = emailChangedMail(language, before, value, `${publicUrl}/contact`);
      await enqueueMail(tx, message, clock.now());
    }
    await recordSecurityEvent(tx, notifying, origin, { userId, kind: 'email_changed' });
    return ok(undefined);
  });
}

/**
 * One-time codes by SMS [VERI-4, VERI-6]: six digits, ten minutes, five tries, once. A code belongs
 * to the confirmation that asked for it, so that nobody can use up somebody else's tries.
 */
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import type { Secrets } from '../platform/secret.ts';
import { enqueueSms } from '../platform/sms.ts';
import type { MailLanguage } from './mail-texts.ts';
import { countCodeTry, insertPhoneCode, takeCode } from './phone-code.store.ts';
import { codeSms } from './sms-texts.ts';

const codeMs = 10 * 60_000;
const triesAllowed = 5;

export interface PhoneCodesOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

export interface PhoneCodes {
  /** Queues the SMS; what names this confirmation from now on. */
  readonly send: (phone: string, language: MailLanguage) => Promise<string>;
  /** Refuses: no_confirmation_session, invalid_code. A code that was right works no more. */
  readonly use: (given: {
    readonly phone: string;
    readonly code: string;
    readonly confirmation: string;
  }) => Promise<Result<void>>;
}

export const codeSeconds = codeMs / 1000;
/** The client offers another code after this long. */
export const resendAfterSeconds = 30;

export function makePhoneCodes({ db, clock, secrets }: PhoneCodesOptions): PhoneCodes {
  const [present] = secrets;

  return {
    async send(phone, language) {
      const confirmation = randomBytes(24).toString('base64url');
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + codeMs);
      await db.transaction(async (tx) => {
        await insertPhoneCode(tx, {
          confirmationHash: hashed(present, confirmation),
          phoneHash: hashed(present, phone),
          codeHash: hashed(present, confirmation, code),
          expiresAt,
        });
        const text = codeSms(language, code);
        await enqueueSms(tx, { to: phone, text, notAfter: expiresAt.getTime() }, now);
        return ok(undefined);
      });
      return confirmation;
    },
    async use({ phone, code, confirmation }) {
      for (const secret of secrets) {
        const named = {
          confirmationHash: hashed(secret, confirmation),
          phoneHash: hashed(secret, phone),
        };
        const counted = await countCodeTry(db, named, clock.now());
        if (counted === undefined) continue;
        if (counted.tries > triesAllowed) break;
        const codeHash = hashed(secret, confirmation, code);
        if (!isSame(counted.codeHash, codeHash)) return refuse('invalid_code');
        return db.transaction(async (tx) =>
          (await takeCode(tx, named)) ? ok(undefined) : refuse('no_confirmation_session'),
        );
      }
      return refuse('no_confirmation_session');
    },
  };
}

function hashed(secret: string, ...parts: readonly string[]): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['phone-code', ...parts]))
    .digest('base64url');
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

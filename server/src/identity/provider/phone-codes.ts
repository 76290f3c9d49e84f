/**
 * One-time codes by SMS and mail [VERI-4, VERI-6]: six digits, ten minutes, five attempts, single
 * use. A code belongs to the request that caused it, so that nobody can use up another person's
 * attempts. A code also belongs to its purpose: a code for signing in cannot change an account.
 */
import type { Language } from '@baari/contract/languages.ts';
import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { enqueueMail } from '../../platform/messages/mail.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import type { Secrets } from '../../platform/secrets/secret.ts';
import { enqueueSms } from '../../platform/messages/sms/sms.ts';
import { codeMail } from '../messages/mail-texts.ts';
import { countCodeTry, insertPhoneCode, takeCode } from './phone-code.store.ts';

const codeMs = 10 * 60_000;
const triesAllowed = 5;

export interface PhoneCodesOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

/** A phone or mailbox that a signed-in person entered. */
export interface OwnContact {
  readonly userId: string;
  readonly kind: 'phone' | 'email';
  readonly value: string;
}

export interface GivenCode {
  readonly code: string;
  readonly confirmation: string;
}

export interface PhoneCodes {
  /** Queues the text message with a code. Returns the id of this request for a code. */
  readonly send: (phone: string, language: Language) => Promise<string>;
  /** Checks a code and uses it up. Refuses: no_confirmation_session, invalid_code. */
  readonly use: (given: GivenCode & { readonly phone: string }) => Promise<Result<void>>;
  /** Sends a code that verifies a new email address or phone number of the person. */
  readonly sendTo: (contact: OwnContact, language: Language) => Promise<string>;
  readonly useFor: (contact: OwnContact, given: GivenCode) => Promise<Result<void>>;
  /** Sends a code to the person's verified contact, with which the person proves their identity. */
  readonly sendProof: (contact: OwnContact, language: Language) => Promise<string>;
  readonly useProof: (contact: OwnContact, given: GivenCode) => Promise<Result<void>>;
}

export const codeSeconds = codeMs / 1000;
/** The number of seconds after which the client lets the person request another code. */
export const resendAfterSeconds = 30;

export function makePhoneCodes({ db, clock, secrets }: PhoneCodesOptions): PhoneCodes {
  const [present] = secrets;

  async function send(
    asked: 'sign_in_code' | 'contact_code' | 'proof_code',
    purpose: string,
    { kind, value }: Pick<OwnContact, 'kind' | 'value'>,
    language: Language,
  ): Promise<string> {
    const confirmation = randomBytes(24).toString('base64url');
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + codeMs);
    await db.transaction(async (tx) => {
      await insertPhoneCode(tx, {
        confirmationHash: hashed(present, confirmation),
        phoneHash: hashed(present, purpose),
        codeHash: hashed(present, confirmation, code),
        expiresAt,
      });
      if (kind === 'email') {
        await enqueueMail(tx, { ...codeMail(language, value, code), kind: asked }, now);
      } else {
        const content = { kind: 'code', variables: { code } } as const;
        const notAfter = expiresAt.getTime();
        await enqueueSms(tx, { kind: asked, to: value, content, language, notAfter }, now);
      }
      return ok(undefined);
    });
    return confirmation;
  }

  async function use(purpose: string, { code, confirmation }: GivenCode): Promise<Result<void>> {
    for (const secret of secrets) {
      const named = {
        confirmationHash: hashed(secret, confirmation),
        phoneHash: hashed(secret, purpose),
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
  }

  return {
    send: (phone, language) =>
      send('sign_in_code', phone, { kind: 'phone', value: phone }, language),
    use: ({ phone, ...given }) => use(phone, given),
    sendTo: (contact, language) =>
      send('contact_code', purposeOf('own', contact), contact, language),
    useFor: (contact, given) => use(purposeOf('own', contact), given),
    sendProof: (contact, language) =>
      send('proof_code', purposeOf('prove', contact), contact, language),
    useProof: (contact, given) => use(purposeOf('prove', contact), given),
  };
}

/**
 * The purpose to which a code is bound; it includes the user. For a code for signing in by phone,
 * the purpose is only the phone number.
 */
function purposeOf(what: 'own' | 'prove', { userId, kind, value }: OwnContact): string {
  return JSON.stringify([what, userId, kind, value]);
}

function hashed(secret: string, ...parts: readonly string[]): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify(['phone-code', ...parts]))
    .digest('base64url');
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

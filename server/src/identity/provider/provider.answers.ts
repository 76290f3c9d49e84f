/** Maps the identity library's answers to Baari's refusals. */
import type { RefusalCode } from '@baari/contract/refusals.ts';

/** The identity library's codes for errors of the user. Any other code is a bug of Baari. */
const codes: Readonly<Record<string, RefusalCode>> = {
  INVALID_EMAIL: 'invalid_email',
  PASSWORD_TOO_SHORT: 'weak_password',
  PASSWORD_TOO_LONG: 'weak_password',
  INVALID_PASSWORD: 'weak_password',
  USER_ALREADY_EXISTS: 'email_in_use',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email_in_use',
  EMAIL_MISMATCH: 'email_mismatch',
  EMAIL_ALREADY_VERIFIED: 'email_already_verified',
  UNAUTHORIZED: 'session_ended',
  SESSION_IDLE: 'session_idle',
  INVALID_OTP: 'invalid_code',
  NO_CONFIRMATION_SESSION: 'no_confirmation_session',
  OVERLOADED: 'overloaded',
  PROVIDER_NOT_FOUND: 'provider_failed',
  // The contract has checked the body. Only the library's check of email addresses is stricter.
  VALIDATION_ERROR: 'invalid_email',
  INVALID_ORIGIN: 'other_origin',
  MISSING_OR_NULL_ORIGIN: 'other_origin',
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: 'other_origin',
};

/** The library's codes for both a wrong password and an unknown account. */
const wrongCredentials = new Set(['INVALID_EMAIL_OR_PASSWORD', 'PASSWORD_TOO_LONG']);

/** Reads the error code from the body of the library's answer; undefined if it has none. */
export function codeIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('code' in body)) return undefined;
  return typeof body.code === 'string' ? body.code : undefined;
}

export function isWrongCredentials(code: string | undefined): boolean {
  return code !== undefined && wrongCredentials.has(code);
}

export function refusalCodeFor(code: string | undefined): RefusalCode {
  return (code === undefined ? undefined : codes[code]) ?? 'internal';
}

/** For each unique index: the refusal if a concurrent write violated the index. */
const collisions: Readonly<Record<string, RefusalCode>> = {
  user_email_key: 'email_in_use',
  user_phone_number_key: 'phone_in_use',
  passkey_credential_id_key: 'passkey_failed',
};

export function collisionCodeFor(constraint: string): RefusalCode {
  return collisions[constraint] ?? 'collided';
}

/** The refusal of an invalid form field on the sign-in and sign-up pages [ERR-4]. */
export function fieldRefusal(fields: ReadonlySet<string>): RefusalCode {
  if (fields.has('email')) return 'invalid_email';
  if (fields.has('password') || fields.has('newPassword')) return 'weak_password';
  if (fields.has('phoneNumber')) return 'invalid_phone';
  return 'invalid_request';
}

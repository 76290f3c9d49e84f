/** What an authenticator app is given, labelled so that its owner recognises the account. */
import { shownEmail } from '../security-events/technical-email.rules.ts';

/** The library labels it with the email, which may be a technical one: then the phone number. */
export function shownTotpUri(
  uri: string,
  person: { readonly email: string; readonly phoneNumber?: string | null | undefined },
): string {
  const label = shownEmail(person.email) ?? person.phoneNumber ?? 'Baari';
  return uri.replace(/^(otpauth:\/\/totp\/)[^?]*/u, `$1Baari:${encodeURIComponent(label)}`);
}

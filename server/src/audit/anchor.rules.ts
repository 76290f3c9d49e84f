/**
 * The text form of an anchor: a keyed hash of the audit trail that is stored where the database's
 * owner cannot change it.
 */

export interface Anchor {
  readonly hospitalId: string;
  /** The running number of the hash within its hospital's audit trail. */
  readonly number: number;
  /** The keyed hash (HMAC) in hexadecimal digits. */
  readonly seal: string;
}

/**
 * Formats an anchor (an externally stored audit hash) as text. Log, webhooks and mails use the same
 * text, so that one parser reads all of them.
 */
export function anchorText({ hospitalId, number, seal }: Anchor): string {
  return `baari-trail:${hospitalId}:${number}:${seal}`;
}

const pattern = /baari-trail:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}):(\d{1,15}):([\da-f]{64})/gu;

/**
 * Finds every anchor (an externally stored audit hash) in a text, also in a mail whose long lines
 * are broken with `=`.
 */
export function anchorsIn(text: string): Anchor[] {
  const whole = text.replaceAll(/=\r?\n/gu, '');
  return [...whole.matchAll(pattern)].map(([, hospitalId = '', number = '', seal = '']) => ({
    hospitalId,
    number: Number(number),
    seal,
  }));
}

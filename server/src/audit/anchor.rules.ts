/** An anchor as text: a seal of the trail, recorded where the database's owner cannot change it. */

export interface Anchor {
  readonly hospitalId: string;
  /** The number of the seal within its hospital. */
  readonly number: number;
  /** The seal in hexadecimal digits. */
  readonly seal: string;
}

/**
 * An anchor as text. The text is the same in the log, in webhooks and in mails, so that one parser reads all of them.
 */
export function anchorText({ hospitalId, number, seal }: Anchor): string {
  return `baari-trail:${hospitalId}:${number}:${seal}`;
}

const pattern = /baari-trail:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}):(\d{1,15}):([\da-f]{64})/gu;

/** Finds every anchor in a text, also in a mail whose long lines are broken with `=`. */
export function anchorsIn(text: string): Anchor[] {
  const whole = text.replaceAll(/=\r?\n/gu, '');
  return [...whole.matchAll(pattern)].map(([, hospitalId = '', number = '', seal = '']) => ({
    hospitalId,
    number: Number(number),
    seal,
  }));
}

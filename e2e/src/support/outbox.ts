import { expect } from '@playwright/test';

/** A mail as the server keeps it where no mail server is configured. */
interface Mail {
  readonly recipient: string;
  readonly subject: string;
  readonly plain: string;
  readonly createdAt: string;
}

/**
 * The link in mails about a sign-in from a new device. Tests skip such mails when they look for a
 * link.
 */
const notOurs = '/forgot-password';
const waitMs = 10_000;
const pauseMs = 50;

/**
 * Waits for the latest mail to this recipient and returns the link in it. A background job sends
 * the mails.
 */
export async function linkMailedTo(origin: string, recipient: string): Promise<string> {
  const deadline = Date.now() + waitMs;
  while (Date.now() < deadline) {
    const answer = await fetch(`${origin}/dev/outbox.json`);
    const link = readMails(await answer.json())
      .filter((one) => one.recipient.includes(recipient))
      .map(({ plain }) => /https?:\/\/[^\s<>"']+/u.exec(plain)?.[0])
      .find((one) => one !== undefined && !one.endsWith(notOurs));
    if (link !== undefined) return link;
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs);
    });
  }
  throw new Error(`No mail with a link came to ${recipient}.`);
}

/** Waits for a mail to this recipient with a path of this form, and returns the path. */
export async function pathMailedTo(
  origin: string,
  recipient: string,
  form: RegExp,
): Promise<string> {
  let path: string | undefined;
  await expect(async () => {
    const answer = await fetch(`${origin}/dev/outbox.json`);
    path = readMails(await answer.json())
      .filter((mail) => mail.recipient.includes(recipient))
      .map(({ plain }) => form.exec(plain)?.[0])
      .find((each) => each !== undefined);
    expect(path).toBeDefined();
  }).toPass();
  return path ?? '';
}

/** Parses the response of /dev/outbox.json: mails and SMS, latest first. */
export function readMails(body: unknown): Mail[] {
  if (typeof body !== 'object' || body === null || !('messages' in body)) return [];
  const { messages } = body;
  return Array.isArray(messages) ? messages.filter(isMail) : [];
}

function isMail(value: unknown): value is Mail {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'recipient' in value &&
    typeof value.recipient === 'string' &&
    'plain' in value &&
    typeof value.plain === 'string' &&
    'subject' in value &&
    typeof value.subject === 'string' &&
    'createdAt' in value &&
    typeof value.createdAt === 'string'
  );
}

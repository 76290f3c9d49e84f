/** Sends by Twilio's Messages API and checks the signatures of its receipts [MSG-4, MSG-5]. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { addressesOfService } from '../../outgoing/addresses.ts';
import { postOutside, readUpTo } from '../../outgoing/outgoing.ts';
import type { FailureReason } from '../delivery.rules.ts';
import type { OutgoingSms, Receipt, SendOutcome, SmsProvider } from './provider.ts';
import { whyUnreachable } from './unreachable.ts';

/** An account at Twilio, or at any service with the same API. */
export interface Twilio {
  readonly url: string;
  readonly accountSid: string;
  readonly authToken: string;
  /** The phone number or the messaging service (MG…) from which messages are sent. */
  readonly from: string;
}

/** Reasons by Twilio's error codes. */
const reasonsOfCodes = new Map<number, FailureReason>([
  [21_211, 'invalid_number'],
  [21_614, 'invalid_number'],
  [21_217, 'invalid_number'],
  [30_005, 'invalid_number'],
  [30_006, 'invalid_number'],
  [21_610, 'opted_out'],
  [21_408, 'blocked'],
  [30_004, 'blocked'],
  [30_007, 'blocked'],
  [30_003, 'unreachable'],
  [21_901, 'not_registered'],
  [30_038, 'not_registered'],
  // WhatsApp: outside the 24 hours after the person's last message, or a template that is not approved.
  [63_016, 'not_registered'],
  [21_654, 'not_registered'],
  [21_655, 'not_registered'],
  [21_656, 'not_registered'],
  [63_027, 'not_registered'],
  [63_028, 'not_registered'],
  [63_003, 'invalid_number'],
  [63_024, 'invalid_number'],
  [63_032, 'blocked'],
]);

const answerBytes = 100_000;
const errorAnswer = z.object({ code: z.number() });
const acceptedAnswer = z.object({ sid: z.string() });

export function makeTwilio(account: Twilio): SmsProvider {
  return {
    name: 'twilio',
    send: (sms, signal) => send(account, sms, signal),
    readReceipt,
  };
}

function send(
  account: Twilio,
  { to, text, receiptUrl }: OutgoingSms,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const { from } = account;
  const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from };
  return postToTwilio(account, { To: to, Body: text, ...sender }, { receiptUrl, signal });
}

/** Sends a message of any of Twilio's channels: the fields say by which and what. */
export async function postToTwilio(
  { url, accountSid, authToken }: Omit<Twilio, 'from'>,
  fields: Readonly<Record<string, string>>,
  { receiptUrl, signal }: { readonly receiptUrl: string | undefined; readonly signal: AbortSignal },
): Promise<SendOutcome> {
  const callback = receiptUrl === undefined ? {} : { StatusCallback: receiptUrl };
  const target = new URL(
    `${url}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`,
  );
  try {
    const answer = await postOutside({
      url: target,
      headers: {
        authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ ...fields, ...callback }).toString(),
      addresses: addressesOfService(target),
      signal,
    });
    return outcomeOf(answer.statusCode ?? 0, await readUpTo(answer, answerBytes));
  } catch (error) {
    return { outcome: 'unavailable', why: whyUnreachable(error) };
  }
}

/**
 * Only an error whose code names the message ends the message. The answer's text is never kept,
 * because it may quote the phone number.
 */
function outcomeOf(status: number, text: string | undefined): SendOutcome {
  const answer = parsed(text);
  if (status >= 200 && status < 300) {
    return { outcome: 'accepted', message: acceptedAnswer.safeParse(answer).data?.sid };
  }
  const code = errorAnswer.safeParse(answer).data?.code;
  const reason = status === 400 ? reasonsOfCodes.get(code ?? 0) : undefined;
  if (reason !== undefined) return { outcome: 'refused', reason };
  return { outcome: 'unavailable', why: `answered ${status}` };
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    // The caller treats an answer that is no JSON like one without a code and an id.
    return undefined;
  }
}

function readReceipt(form: URLSearchParams): Receipt | undefined {
  switch (form.get('MessageStatus')) {
    case 'sent':
      return { state: 'accepted', reason: null };
    case 'delivered':
      return { state: 'delivered', reason: null };
    case 'read':
      return { state: 'read', reason: null };
    case 'undelivered':
    case 'failed':
    case 'canceled': {
      const code = Number(form.get('ErrorCode') ?? '');
      return { state: 'failed', reason: reasonsOfCodes.get(code) ?? 'other' };
    }
    default:
      return undefined;
  }
}

/**
 * Checks X-Twilio-Signature: HMAC-SHA1 of the exact address and of the sorted names and values of
 * the form.
 */
export function isSignedByTwilio(
  authToken: string,
  signature: string,
  address: string,
  form: URLSearchParams,
): boolean {
  const pairs = [...form].toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
  const signed = address + pairs.map(([name, value]) => `${name}${value}`).join('');
  const wanted = createHmac('sha1', authToken).update(signed).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

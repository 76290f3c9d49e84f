/** Sends by Twilio's Messages API and checks the signatures of its receipts [MSG-4, MSG-5]. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { addressesOfService } from '../../outgoing/addresses.ts';
import { postOutside, readUpTo } from '../../outgoing/outgoing.ts';
import type { FailureReason } from '../delivery.rules.ts';
import { twilioInbound } from './inbound.ts';
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
]);

const answerBytes = 100_000;
const errorAnswer = z.object({ code: z.number() });

export function makeTwilio(account: Twilio): SmsProvider {
  return {
    name: 'twilio',
    send: (sms, signal) => send(account, sms, signal),
    readReceipt,
    readInbound: twilioInbound,
  };
}

async function send(
  { url, accountSid, authToken, from }: Twilio,
  { to, text, receiptUrl }: OutgoingSms,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const sender = from.startsWith('MG') ? { MessagingServiceSid: from } : { From: from };
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
      body: new URLSearchParams({ To: to, Body: text, ...sender, ...callback }).toString(),
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
  if (status >= 200 && status < 300) return { outcome: 'accepted' };
  const reason = status === 400 ? reasonsOfCodes.get(codeOf(text) ?? 0) : undefined;
  if (reason !== undefined) return { outcome: 'refused', reason };
  return { outcome: 'unavailable', why: `answered ${status}` };
}

function codeOf(text: string | undefined): number | undefined {
  try {
    const parsed = errorAnswer.safeParse(JSON.parse(text ?? ''));
    return parsed.data?.code;
  } catch {
    // The caller treats an answer that is no JSON like one without a code.
    return undefined;
  }
}

function readReceipt(form: URLSearchParams): Receipt | undefined {
  switch (form.get('MessageStatus')) {
    case 'sent':
      return { state: 'accepted', reason: null };
    case 'delivered':
    case 'read':
      return { state: 'delivered', reason: null };
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

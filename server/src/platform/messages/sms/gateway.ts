/**
 * Sends by an Indian gateway: a form by HTTP with the ids of the sender and of the registered text
 * (DLT), as Exotel defines it [MSG-4].
 */
import { addressesOfService } from '../../outgoing/addresses.ts';
import { postOutside, readUpTo } from '../../outgoing/outgoing.ts';
import type { FailureReason } from '../delivery.rules.ts';
import { gatewayInbound } from './inbound.ts';
import type { OutgoingSms, Receipt, SendOutcome, SmsProvider } from './provider.ts';
import { segmentsOf } from './segments.rules.ts';
import { whyUnreachable } from './unreachable.ts';

/** An account at a gateway. */
export interface SmsGateway {
  /** The address to which messages are posted. */
  readonly url: string;
  readonly key: string;
  readonly token: string;
}

const answerBytes = 100_000;

export function makeGateway(account: SmsGateway): SmsProvider {
  return {
    name: 'gateway',
    send: (sms, signal) => send(account, sms, signal),
    readReceipt,
    readInbound: gatewayInbound,
  };
}

async function send(
  { url, key, token }: SmsGateway,
  { to, text, registration, receiptUrl }: OutgoingSms,
  signal: AbortSignal,
): Promise<SendOutcome> {
  // The gateway takes registered texts only, so it is of no use for other countries.
  if (registration === undefined) return { outcome: 'unavailable', why: 'takes registered texts' };
  const target = new URL(url);
  const { entityId, templateId, header } = registration;
  const fields = {
    From: header,
    To: to,
    Body: text,
    EncodingType: segmentsOf(text).alphabet === 'GSM-7' ? 'plain' : 'unicode',
    DltEntityId: entityId,
    DltTemplateId: templateId,
    ...(receiptUrl === undefined ? {} : { StatusCallback: receiptUrl }),
  };
  try {
    const answer = await postOutside({
      url: target,
      headers: {
        authorization: `Basic ${Buffer.from(`${key}:${token}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams(fields).toString(),
      addresses: addressesOfService(target),
      signal,
    });
    const status = answer.statusCode ?? 0;
    return outcomeOf(status, (await readUpTo(answer, answerBytes)) ?? '');
  } catch (error) {
    return { outcome: 'unavailable', why: whyUnreachable(error) };
  }
}

/** Words of the gateway's answers. The answer itself is never kept, because it may quote the number. */
const refusals: readonly (readonly [RegExp, FailureReason])[] = [
  [/template|dlt|entity|header|sender/iu, 'not_registered'],
  [/dnd|ndnc|opt/iu, 'opted_out'],
  [/recipient|number/iu, 'invalid_number'],
];

function outcomeOf(status: number, text: string): SendOutcome {
  if (status >= 200 && status < 300) return { outcome: 'accepted' };
  const reason = refusals.find(([words]) => words.test(text))?.[1];
  if (status === 400 && reason !== undefined) return { outcome: 'refused', reason };
  return { outcome: 'unavailable', why: `answered ${status}` };
}

function readReceipt(form: URLSearchParams): Receipt | undefined {
  switch (form.get('Status')?.replaceAll('-', '_')) {
    case 'submitted':
      return { state: 'accepted', reason: null };
    // The gateway calls a message sent once the receiver's operator has confirmed the delivery.
    case 'sent':
      return { state: 'delivered', reason: null };
    case 'failed_dnd':
      return { state: 'failed', reason: 'opted_out' };
    case 'failed':
      return { state: 'failed', reason: reasonOf(form.get('DetailedStatus') ?? '') };
    default:
      return undefined;
  }
}

/** Reasons by words of the gateway's detailed status. */
const failures: readonly (readonly [RegExp, FailureReason])[] = [
  [/template|dlt|entity|header|sender/iu, 'not_registered'],
  [/dnd|opt.?out/iu, 'opted_out'],
  [/invalid|not.?exist|unknown.?subscriber/iu, 'invalid_number'],
  [/absent|off|unreachable|expired|memory|coverage/iu, 'unreachable'],
  [/block|spam|reject/iu, 'blocked'],
];

function reasonOf(status: string): FailureReason {
  return failures.find(([words]) => words.test(status))?.[1] ?? 'other';
}

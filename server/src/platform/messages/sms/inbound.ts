/** Reads messages that people sent, in the forms of the SMS providers [MSG-8]. */
import type { ReplyChannel } from '../delivery.rules.ts';

/** A message that a person sent. */
export interface InboundMessage {
  /** The provider's id of the message. */
  readonly id: string;
  readonly channel: ReplyChannel;
  /** The sender's number in E.164 form. */
  readonly phone: string;
  readonly text: string;
  /** The id of the pressed button of a message on WhatsApp. */
  readonly button: string | undefined;
  /** The provider's id of the message that was replied to; undefined if the person replied to none. */
  readonly repliedTo: string | undefined;
  /** What the provider has already done and replied itself. */
  readonly handled: 'stop' | 'start' | 'help' | undefined;
}

const whatsappPrefix = 'whatsapp:';
const handledAs: Readonly<Record<string, InboundMessage['handled']>> = {
  STOP: 'stop',
  START: 'start',
  HELP: 'help',
};

/** A message in Twilio's form; undefined if it has no id or comes from no phone number. */
export function twilioInbound(form: URLSearchParams): InboundMessage | undefined {
  const id = form.get('MessageSid');
  const from = form.get('From') ?? '';
  const isWhatsapp = from.startsWith(whatsappPrefix);
  const phone = isWhatsapp ? from.slice(whatsappPrefix.length) : from;
  if (id === null || id === '' || !e164.test(phone)) return undefined;
  return {
    id,
    channel: isWhatsapp ? 'whatsapp' : 'sms',
    phone,
    text: form.get('Body') ?? '',
    button: form.get('ButtonPayload') ?? undefined,
    repliedTo: form.get('OriginalRepliedMessageSid') ?? undefined,
    handled: handledAs[form.get('OptOutType') ?? ''],
  };
}

/** A message in the form of an Indian gateway; undefined as above. */
export function gatewayInbound(form: URLSearchParams): InboundMessage | undefined {
  const id = form.get('SmsSid');
  const phone = indianNumber(form.get('From') ?? '');
  if (id === null || id === '' || phone === undefined) return undefined;
  const text = form.get('Body') ?? '';
  const none = { button: undefined, repliedTo: undefined, handled: undefined };
  return { id, channel: 'sms', phone, text, ...none };
}

const e164 = /^\+[1-9]\d{6,14}$/u;

/**
 * A number as Indian gateways write it, in E.164 form: with +91, 91 or 0 in front, or the ten digits
 * alone. Undefined for anything else, such as a sender's name.
 */
export function indianNumber(written: string): string | undefined {
  const compact = written.replaceAll(/[\s()-]/gu, '');
  if (e164.test(compact)) return compact;
  const digits = /^(?:0|91|0091)?(?<number>[1-9]\d{9})$/u.exec(compact)?.groups?.['number'];
  return digits === undefined ? undefined : `+91${digits}`;
}

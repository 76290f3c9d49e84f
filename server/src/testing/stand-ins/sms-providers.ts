/**
 * Stand-ins for the two kinds of SMS providers, as strict as their documentation: the account, the
 * form of a message, registered texts, throttling, signed reports, and messages that people send.
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Twilio } from '../../platform/messages/sms/twilio.ts';

export interface SmsProviderStandIn {
  readonly url: string;
  /** The messages that were accepted, in the order of arrival. */
  readonly sent: Readonly<Record<string, string>>[];
  /** How the next messages are answered instead, such as with 429; undefined accepts them. */
  failing: number | undefined;
  /** Numbers whose owners replied STOP. */
  readonly optedOut: Set<string>;
  readonly close: () => void;
}

const twilioAccount = { accountSid: 'AC1', authToken: 'token', from: '+15005550006' } as const;

/** Twilio's Messages API: errors are JSON with a code. */
export async function startTwilio() {
  const provider = await start(async (request, reply, { sent, failing, optedOut }) => {
    const { accountSid, authToken } = twilioAccount;
    if (!isFrom(request, accountSid, authToken)) return refuse(reply, 401, 20_003);
    if (request.url !== `/2010-04-01/Accounts/${accountSid}/Messages.json`) {
      return refuse(reply, 404, 20_404);
    }
    if (failing !== undefined) return refuse(reply, failing, failing === 429 ? 20_429 : 20_500);
    const form = await formOf(request);
    const to = form['To'] ?? '';
    if (!/^\+[1-9]\d{6,14}$/u.test(to)) return refuse(reply, 400, 21_211);
    if (optedOut.has(to)) return refuse(reply, 400, 21_610);
    if (form['Body'] === undefined || form['From'] === undefined) return refuse(reply, 400, 21_602);
    sent.push(form);
    return reply.writeHead(201).end(JSON.stringify({ sid: `SM${sent.length}`, status: 'queued' }));
  });
  return Object.assign(provider, { account: { ...twilioAccount, url: provider.url } });

  // Twilio's answers quote the number, which must not reach a log.
  function refuse(reply: ServerResponse, status: number, code: number) {
    reply.writeHead(status).end(JSON.stringify({ code, message: 'about +919876500002', status }));
  }
}

/** The settings of a server that sends by this account. */
export function twilioSettings({ accountSid, authToken, from, url }: Twilio) {
  return {
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_FROM: from,
    TWILIO_URL: url,
  };
}

/** A report as Twilio sends it: the exact address and the form are signed. */
export function twilioReport(
  address: string,
  fields: Readonly<Record<string, string>>,
  authToken: string = twilioAccount.authToken,
) {
  const signed = Object.keys(fields)
    .toSorted()
    .reduce((told, name) => `${told}${name}${fields[name] ?? ''}`, address);
  const signature = createHmac('sha1', authToken).update(signed).digest('base64');
  return { ...report(address, fields), headers: { ...formType, 'x-twilio-signature': signature } };
}

/** A report as a gateway sends it: unsigned, to the address that came with the message. */
export function report(address: string, fields: Readonly<Record<string, string>>) {
  const payload = new URLSearchParams(fields).toString();
  return { method: 'POST' as const, url: new URL(address).pathname, headers: formType, payload };
}

/** A message that a person sent, as a provider passes it on. */
export interface SentIn {
  readonly from: string;
  readonly text: string;
  /** The provider's id of the message. */
  readonly id: string;
}

/** A message as Twilio passes it on: signed, with further fields such as OptOutType. */
export function twilioMessage(
  address: string,
  { from, text, id }: SentIn,
  more: Readonly<Record<string, string>> = {},
) {
  const { accountSid: AccountSid, from: To } = twilioAccount;
  const fields = { AccountSid, MessageSid: id, From: from, To, Body: text, NumMedia: '0', ...more };
  return twilioReport(address, fields);
}

/** A message as a gateway passes it on: unsigned, to the address that the operator entered. */
export function gatewayMessage(address: string, { from, text, id }: SentIn) {
  return report(address, { SmsSid: id, From: from, To: 'BAARIX', Body: text });
}

const formType = { 'content-type': 'application/x-www-form-urlencoded' };
const gatewayAccount = { key: 'key', token: 'secret' } as const;

/** An Indian gateway: a message needs the sender's id and the id of a registered text. */
export async function startSmsGateway(registered: ReadonlyMap<string, RegExp>) {
  const provider = await start(async (request, reply, { sent, failing, optedOut }) => {
    const { key, token } = gatewayAccount;
    if (!isFrom(request, key, token)) return refuse(reply, 401, 'Unauthorized');
    if (failing !== undefined) return refuse(reply, failing, 'Too Many Requests');
    const form = await formOf(request);
    const words = registered.get(form['DltTemplateId'] ?? '');
    if (form['DltEntityId'] !== '1101' || words === undefined) {
      return refuse(reply, 400, 'Invalid DLT template');
    }
    if (!words.test(form['Body'] ?? '')) return refuse(reply, 400, 'Body matches no template');
    const to = form['To'] ?? '';
    if (!to.startsWith('+91')) return refuse(reply, 400, `Invalid Recipient [${to}]`);
    if (optedOut.has(to)) return refuse(reply, 400, 'Number in DND');
    sent.push(form);
    return reply.writeHead(200).end(JSON.stringify({ SMSMessage: { Sid: `g${sent.length}` } }));
  });
  return Object.assign(provider, { account: { ...gatewayAccount, url: `${provider.url}/send` } });

  function refuse(reply: ServerResponse, status: number, message: string) {
    reply
      .writeHead(status)
      .end(JSON.stringify({ RestException: { Status: status, Message: message } }));
  }
}

type Answer = (
  request: IncomingMessage,
  reply: ServerResponse,
  provider: SmsProviderStandIn,
) => Promise<unknown>;

async function start(answer: Answer): Promise<SmsProviderStandIn> {
  const server = createServer((request, reply) => {
    void answer(request, reply, provider);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const provider: SmsProviderStandIn = {
    url: `http://127.0.0.1:${address.port}`,
    sent: [],
    failing: undefined,
    optedOut: new Set(),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return provider;
}

function isFrom({ headers }: IncomingMessage, name: string, secret: string): boolean {
  return headers.authorization === `Basic ${btoa(`${name}:${secret}`)}`;
}

async function formOf(request: IncomingMessage): Promise<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(await text(request)));
}

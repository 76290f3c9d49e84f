/**
 * A stand-in for Twilio's Messages API with SMS and WhatsApp, as strict as the documentation:
 * approved content with all variables, free words only within 24 hours, and throttling.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { languages } from '@baari/contract/languages.gen.ts';
import { z } from 'zod';
import {
  beginWhatsapp,
  whatsappFile,
} from '../../platform/messages/whatsapp/whatsapp-templates.ts';

const account = { accountSid: 'AC1', authToken: 'token' } as const;
const sender = '+15005550009';
const dayMs = 86_400_000;

/** A message that the stand-in has taken. */
export interface TakenMessage {
  readonly sid: string;
  readonly channel: 'sms' | 'whatsapp';
  readonly to: string;
  /** The content's id, or undefined for free words. */
  readonly content: string | undefined;
  /** The words as the person reads them. */
  readonly words: string;
  readonly receiptUrl: string | undefined;
}

export interface WhatsappStandIn {
  readonly url: string;
  readonly sent: TakenMessage[];
  /** Called with each message that was taken. */
  onTaken: (message: TakenMessage) => void;
  /** The status and code with which the next messages are refused; undefined accepts them. */
  failing: { readonly status: number; readonly code: number } | undefined;
  /** When each person last wrote to the hospital, in milliseconds since 1970. */
  readonly wroteAt: Map<string, number>;
  readonly close: () => void;
}

/** The id of the approved content of a kind in a language. */
export function contentSidOf(kind: string, language: string): string {
  const name = Buffer.from(`${kind}.${language}`).toString('hex');
  return `HX${name.padEnd(32, '0').slice(-32)}`;
}

/** A file of approved messages in every language, as an operator would complete it. */
export function approvedFile(site: string) {
  const begun = z
    .object({
      templates: z.record(z.string(), z.record(z.string(), z.object({ text: z.string() }))),
    })
    .parse(beginWhatsapp(languages, site));
  const templates = Object.fromEntries(
    Object.entries(begun.templates).map(([kind, texts]) => [
      kind,
      Object.fromEntries(
        Object.entries(texts).map(([language, { text: words }]) => [
          language,
          { contentSid: contentSidOf(kind, language), text: words },
        ]),
      ),
    ]),
  );
  return whatsappFile.parse({ templates });
}

/** Starts the stand-in. It accepts the messages of `approvedFile` as approved. */
export async function startWhatsapp(site: string, now: () => Date) {
  const approved = new Map(
    Object.values(approvedFile(site).templates).flatMap((texts) =>
      Object.values(texts ?? {}).map(({ contentSid, text: words }) => [contentSid, words] as const),
    ),
  );
  const standIn: Pick<WhatsappStandIn, 'sent' | 'failing' | 'wroteAt' | 'onTaken'> = {
    sent: [],
    onTaken: () => undefined,
    failing: undefined,
    wroteAt: new Map(),
  };
  const server = createServer((request, reply) => void take(request, reply));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const url = `http://127.0.0.1:${address.port}`;
  return Object.assign(standIn, {
    url,
    account: { ...account, url },
    from: sender,
    close() {
      server.closeAllConnections();
      server.close();
    },
  });

  async function take(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const basic = `Basic ${btoa(`${account.accountSid}:${account.authToken}`)}`;
    if (request.headers.authorization !== basic) return refuse(reply, 401, 20_003);
    const { failing } = standIn;
    const form = new URLSearchParams(await text(request));
    if (failing !== undefined) return refuse(reply, failing.status, failing.code);
    const given = /^(?<prefix>whatsapp:)?(?<number>\+[1-9]\d{6,14})$/u.exec(form.get('To') ?? '');
    const { prefix, number: to } = given?.groups ?? {};
    if (to === undefined) return refuse(reply, 400, 21_211);
    const channel = prefix === undefined ? 'sms' : 'whatsapp';
    if (form.get('From') !== `${prefix ?? ''}${sender}`) return refuse(reply, 400, 21_212);
    const words = channel === 'sms' ? (form.get('Body') ?? 21_602) : wordsOf(form, to);
    if (typeof words === 'number') return refuse(reply, 400, words);
    const sid = `MM${String(standIn.sent.length + 1).padStart(32, '0')}`;
    const taken: TakenMessage = {
      sid,
      channel,
      to,
      content: form.get('ContentSid') ?? undefined,
      words,
      receiptUrl: form.get('StatusCallback') ?? undefined,
    };
    standIn.sent.push(taken);
    standIn.onTaken(taken);
    reply.writeHead(201).end(JSON.stringify({ sid, status: 'queued' }));
  }

  /** The words, or the code of the error. */
  function wordsOf(form: URLSearchParams, to: string): string | number {
    const [content, body] = [form.get('ContentSid'), form.get('Body')];
    if (content === null) {
      const wroteAt = standIn.wroteAt.get(to);
      const isOpen = wroteAt !== undefined && now().getTime() - wroteAt < dayMs;
      return isOpen ? (body ?? 21_619) : 63_016;
    }
    const words = approved.get(content);
    if (words === undefined) return 21_654;
    const given = z
      .record(z.string(), z.string())
      .safeParse(JSON.parse(form.get('ContentVariables') ?? '{}'));
    const names = [...words.matchAll(/\{\{(?<name>\d+)\}\}/gu)].map((found) => found[1] ?? '');
    const values = given.data ?? {};
    const isWhole =
      names.every((name) => (values[name] ?? '') !== '') &&
      Object.values(values).every((value) => !/\n|\t| {4}/u.test(value));
    if (!isWhole) return 21_656;
    return words.replaceAll(/\{\{(?<name>\d+)\}\}/gu, (_all, name: string) => values[name] ?? '');
  }

  // Twilio's answers quote the number, which must not reach a log.
  function refuse(reply: ServerResponse, status: number, code: number): void {
    reply.writeHead(status).end(JSON.stringify({ code, message: 'about +919876500002', status }));
  }
}

/** Messages that people send, as the two providers pass them on: who may call, and what is read. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import {
  gatewayMessage,
  report,
  twilioMessage,
  twilioReport,
} from '../../../testing/stand-ins/sms-providers.ts';
import { type InboundMessage, indianNumber } from './inbound.ts';
import { mountInboundCalls } from './inbound-calls.ts';
import { usualOrder } from './routes.rules.ts';
import { inboundUrl, openSending } from './sending.ts';

const publicUrl = 'https://baari.example.org';
const secret = 's'.repeat(32);
const secrets = [secret, 'former'.repeat(6)] as const;
const addressOf = (provider: 'twilio' | 'gateway') => inboundUrl(publicUrl, secret, provider);

let app: FastifyInstance;
const logged: string[] = [];
const taken: InboundMessage[] = [];
before(async () => {
  app = Fastify({ logger: { stream: { write: (line: string) => logged.push(line) } } });
  const twilio = {
    accountSid: 'AC1',
    authToken: 'token',
    from: '+15005550006',
    url: 'https://api.twilio.com',
  };
  const gateway = { url: 'https://gateway.example/send', key: 'key', token: 'secret' };
  const order = usualOrder(['twilio', 'gateway'], ['91']);
  const sending = openSending(
    { twilio, gateway, order, registered: undefined },
    { publicUrl, secrets },
  );
  assert.ok(sending !== undefined);
  await mountInboundCalls({
    app,
    sending,
    secrets,
    twilio,
    publicUrl,
    rateLimit: false,
    onMessage: async ({ message }) => {
      taken.push(message);
    },
  });
});
beforeEach(() => {
  taken.length = 0;
});
after(() => app.close());

const said = { from: '+919812345678', text: 'On my way', id: 'SM1' };

test('a message that Twilio signed is taken and answered with nothing to reply [MSG-8]', async () => {
  const answer = await app.inject(twilioMessage(addressOf('twilio'), said));
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.body, '<Response/>');
  assert.deepEqual(taken, [
    {
      id: 'SM1',
      channel: 'sms',
      phone: '+919812345678',
      text: 'On my way',
      button: undefined,
      repliedTo: undefined,
      handled: undefined,
    },
  ]);
});

test('a pressed button on WhatsApp and a STOP that Twilio handled are read from the form [MSG-8]', async () => {
  const address = addressOf('twilio');
  await app.inject(
    twilioMessage(
      address,
      { ...said, from: 'whatsapp:+919812345678' },
      { ButtonPayload: 'on_my_way', OriginalRepliedMessageSid: 'MM1' },
    ),
  );
  await app.inject(twilioMessage(address, said, { OptOutType: 'STOP' }));
  assert.deepEqual(
    taken.map(({ channel, phone, button, repliedTo, handled }) => [
      channel,
      phone,
      button,
      repliedTo,
      handled,
    ]),
    [
      ['whatsapp', '+919812345678', 'on_my_way', 'MM1', undefined],
      ['sms', '+919812345678', undefined, undefined, 'stop'],
    ],
  );
});

test('a message without a valid signature, or at a guessed address, is refused and not logged with its number [MSG-8]', async () => {
  const address = addressOf('twilio');
  const signed = twilioMessage(address, said);
  const guessed = address.replace(/.$/u, (last) => (last === 'A' ? 'B' : 'A'));
  const form = { MessageSid: 'SM1', From: said.from, Body: '3' };
  for (const [request, status] of [
    [report(address, form), 403],
    [twilioReport(address, form, 'guessed'), 403],
    [{ ...signed, payload: signed.payload.replace('way', 'boat') }, 403],
    [twilioMessage(guessed, said), 404],
    [twilioMessage(address.replace('/twilio/', '/gateway/'), said), 404],
    [twilioMessage(address.replace('/twilio/', '/other/'), said), 404],
  ] as const) {
    assert.equal((await app.inject(request)).statusCode, status);
  }
  assert.deepEqual(taken, []);
  assert.doesNotMatch(logged.join('\n'), /98123|On my/u);
});

test('a gateway’s own address takes its messages, also the address made with the former secret [MSG-8]', async () => {
  for (const address of [addressOf('gateway'), inboundUrl(publicUrl, secrets[1], 'gateway')]) {
    const answer = await app.inject(gatewayMessage(address, { ...said, from: '09812345678' }));
    assert.equal(answer.statusCode, 204);
  }
  assert.deepEqual(
    taken.map(({ phone, text }) => [phone, text]),
    [
      ['+919812345678', 'On my way'],
      ['+919812345678', 'On my way'],
    ],
  );
});

test('a message without an id, or from a name instead of a number, is taken by nobody [MSG-8]', async () => {
  for (const request of [
    gatewayMessage(addressOf('gateway'), { ...said, from: 'VK-BANK' }),
    gatewayMessage(addressOf('gateway'), { ...said, id: '' }),
    twilioMessage(addressOf('twilio'), { ...said, from: '12345' }),
    twilioMessage(addressOf('twilio'), { ...said, id: '' }),
  ]) {
    assert.ok((await app.inject(request)).statusCode < 300);
  }
  assert.deepEqual(taken, []);
});

test('Indian numbers are read however a gateway writes them [MSG-8]', () => {
  for (const written of [
    '+919812345678',
    '919812345678',
    '09812345678',
    '9812345678',
    '00919812345678',
    '+91 98123-45678',
  ]) {
    assert.equal(indianNumber(written), '+919812345678', written);
  }
  assert.equal(indianNumber('+37251234567'), '+37251234567');
  for (const written of ['', 'BANK', '12345', '98123456789', '+0123456789']) {
    assert.equal(indianNumber(written), undefined, written);
  }
});

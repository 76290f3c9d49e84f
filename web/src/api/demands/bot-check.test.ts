import assert from 'node:assert/strict';
import { pbkdf2Sync } from 'node:crypto';
import { test } from 'node:test';
import { answerBotCheck } from './bot-check.ts';

const nonce = '00112233445566778899aabbccddeeff';
const salt = 'ffeeddccbbaa99887766554433221100';

function derivedKeyOf(counter: number): string {
  const guess = Buffer.concat([Buffer.from(nonce, 'hex'), Buffer.alloc(4)]);
  guess.writeUInt32BE(counter, 16);
  return pbkdf2Sync(guess, Buffer.from(salt, 'hex'), 5, 32, 'sha256').toString('hex');
}

function riddle(keyPrefix: string, algorithm = 'PBKDF2/SHA-256') {
  const parameters = { algorithm, nonce, salt, cost: 5, keyLength: 32, keyPrefix, expiresAt: 1 };
  return { parameters, signature: 'signed' };
}

test('the browser solves the bot check’s puzzle and sends the solution back with the whole puzzle [VERI-4]', async () => {
  const derivedKey = derivedKeyOf(300);
  const challenge = riddle(derivedKey.slice(0, 32));
  const answer: unknown = JSON.parse(
    Buffer.from(await answerBotCheck(challenge), 'base64').toString(),
  );
  assert.deepEqual(answer, { challenge, solution: { counter: 300, derivedKey } });
});

test('an unknown kind of bot check is refused at once, before the browser computes anything [VERI-4]', async () => {
  await assert.rejects(answerBotCheck(riddle('00', 'SHA-1')));
  await assert.rejects(answerBotCheck(riddle('')));
});

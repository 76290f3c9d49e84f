import assert from 'node:assert/strict';
import { test } from 'node:test';
import { botCheckHeader } from '@baari/contract/constants.ts';
import { withBotCheck } from './bot-check-demand.ts';
import { ApiProblem } from '../problems/problem.ts';

function demand(botCheck: string | undefined): ApiProblem {
  return new ApiProblem({ status: 429, code: 'bot_check_required', message: 'Work.', botCheck });
}

test('a request that the server refuses until a bot check is solved is repeated with the solution [SEC-7]', async () => {
  const sent: object[] = [];
  const reply = await withBotCheck(
    async (solved) => {
      sent.push(solved);
      if (sent.length === 1) throw demand('riddle');
      return 'in';
    },
    async (challenge) => `solved ${challenge}`,
  );
  assert.equal(reply, 'in');
  assert.deepEqual(sent, [{}, { [botCheckHeader]: 'solved riddle' }]);
});

test('if a bot check cannot be solved or is not enough, the user sees the refusal and the time to wait [SEC-7]', async () => {
  const refusal = demand('riddle');
  let sent = 0;
  const send = async () => {
    sent += 1;
    throw refusal;
  };
  await assert.rejects(
    withBotCheck(send, async () => 'solved'),
    refusal,
  );
  assert.equal(sent, 3, 'two checks at most');
  await assert.rejects(
    withBotCheck(send, () => Promise.reject(new Error('no WebCrypto'))),
    refusal,
  );
  assert.equal(sent, 4);
});

test('a request refused for another reason is reported as refused at once, without a bot check [SEC-7]', async () => {
  const locked = new ApiProblem({ status: 429, code: 'too_many_attempts', message: 'Wait.' });
  for (const refusal of [locked, demand(undefined)]) {
    await assert.rejects(
      withBotCheck(
        () => Promise.reject(refusal),
        () => assert.fail('nothing is solved'),
      ),
      refusal,
    );
  }
});

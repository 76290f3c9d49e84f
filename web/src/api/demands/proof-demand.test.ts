import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiProblem } from '../problems/problem.ts';
import { onProofDemand, withProof } from './proof-demand.ts';

const demand = new ApiProblem({ status: 403, code: 'proof_required', message: 'Show it.' });

/** An endpoint that refuses until the person has re-authenticated. */
function guarded() {
  const state = { isProved: false, sent: 0 };
  const send = async () => {
    state.sent += 1;
    if (!state.isProved) throw demand;
    return 'done';
  };
  return { state, send };
}

test('if the server requires a recent identity proof, the page asks the user to confirm their identity and then repeats the request [SEC-17]', async () => {
  const { state, send } = guarded();
  const stop = onProofDemand(async () => {
    state.isProved = true;
    return true;
  });
  assert.equal(await withProof(send), 'done');
  assert.equal(state.sent, 2);
  assert.equal(await withProof(send), 'done');
  assert.equal(state.sent, 3, 'not asked again');
  stop();
});

test('if the user does not confirm their identity the request stays refused, and two requests at once ask only one time [SEC-17]', async () => {
  const { state, send } = guarded();
  let asked = 0;
  const stop = onProofDemand(async () => {
    asked += 1;
    await new Promise((resolve) => setImmediate(resolve));
    return false;
  });
  const outcomes = await Promise.allSettled([withProof(send), withProof(send)]);
  assert.deepEqual(
    outcomes.map((one) => one.status === 'rejected' && one.reason === demand),
    [true, true],
  );
  assert.equal(asked, 1);
  assert.equal(state.sent, 2);
  stop();
  await assert.rejects(withProof(send), demand);
  assert.equal(asked, 1, 'nobody is there to ask');
});

test('after a refusal for any other reason the page does not ask the user to confirm their identity [SEC-17]', async () => {
  const wrong = new ApiProblem({ status: 401, code: 'wrong_password', message: 'No.' });
  const stop = onProofDemand(() => assert.fail('nobody is asked'));
  await assert.rejects(
    withProof(() => Promise.reject(wrong)),
    wrong,
  );
  stop();
});

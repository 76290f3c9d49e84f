import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { ApiProblem } from '../api/problems/problem.ts';
import { queryClient } from '../api/query-client.ts';
import { onTwoFactorDemand } from './two-factor-demand.ts';

afterEach(() => queryClient.clear());

function refuse(code: string) {
  const refusal = new ApiProblem({ status: 403, code, message: 'No.' });
  return () => Promise.reject(refusal);
}

async function read(code: string): Promise<void> {
  await queryClient.fetchQuery({ queryKey: [code], queryFn: refuse(code) }).catch(() => undefined);
}

async function write(code: string): Promise<void> {
  const writes = queryClient.getMutationCache().build(queryClient, { mutationFn: refuse(code) });
  await writes.execute(undefined).catch(() => undefined);
}

test('a page asks for the second sign-in step only if the server refuses a request because this step is missing', async () => {
  let demands = 0;
  const stop = onTwoFactorDemand(() => {
    demands += 1;
  });
  await read('forbidden');
  await write('forbidden');
  assert.equal(demands, 0);
  await read('two_factor_setup_required');
  assert.equal(demands, 1);
  await write('two_factor_setup_required');
  assert.equal(demands, 2);
  stop();
  queryClient.clear();
  await read('two_factor_setup_required');
  assert.equal(demands, 2);
});

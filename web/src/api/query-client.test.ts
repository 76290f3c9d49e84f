/** Automatic retries of a read while the server is busy. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ApiProblem } from './problems/problem.ts';
import { queryClient } from './query-client.ts';

after(() => queryClient.clear());

test('a page that a busy server refused repeats its request automatically after the time that the server named [KEEP-5, ERR-2]', async () => {
  const sentAt: number[] = [];
  const { retry } = queryClient.getDefaultOptions().queries ?? {};
  assert.ok(retry !== undefined);
  const answer = await queryClient.fetchQuery({
    queryKey: ['busy'],
    queryFn() {
      sentAt.push(performance.now());
      if (sentAt.length > 1) return 'there';
      const problem = { status: 503, code: 'overloaded', message: 'Busy', retryAfter: 2 };
      return Promise.reject(new ApiProblem(problem));
    },
    // fetchQuery does not retry by default.
    retry,
  });
  assert.equal(answer, 'there');
  const [first = 0, second = 0] = sentAt;
  assert.ok(second - first >= 2000);
});

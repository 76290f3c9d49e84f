/** How a read goes on by itself where the server is busy for a moment. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ApiProblem } from './problem.ts';
import { queryClient } from './query-client.ts';

after(() => queryClient.clear());

test('a read that a busy server turned away is sent again by itself, after the rest that it asked for [KEEP-5, ERR-2]', async () => {
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
    // What is fetched by hand is sent once unless told.
    retry,
  });
  assert.equal(answer, 'there');
  const [first = 0, second = 0] = sentAt;
  assert.ok(second - first >= 2000);
});

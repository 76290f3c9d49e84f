import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lazily } from './lazily.ts';

test('a value that is costly to compute is computed once for all callers, and only when first needed [WORK-1]', async () => {
  let made = 0;
  const get = lazily(async () => {
    made += 1;
    return { made };
  });
  assert.equal(made, 0);
  const [one, other] = await Promise.all([get(), get()]);
  assert.equal(one, other);
  assert.equal(await get(), one);
  assert.equal(made, 1);
});

test('if computing a value fails, every waiting caller gets the error, and the next caller tries again [WORK-1]', async () => {
  let tries = 0;
  const get = lazily(async () => {
    tries += 1;
    if (tries === 1) throw new Error('no memory');
    return tries;
  });
  await assert.rejects(Promise.all([get(), get()]), /no memory/u);
  assert.equal(await get(), 2);
});

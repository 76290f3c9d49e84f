import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePasswordRule } from './password-rule.ts';

test('the 10,000 most common passwords are refused, also with capital letters [ERR-4, CONST-3]', async () => {
  const rule = makePasswordRule(6);
  for (const password of ['123456', 'password', 'Password1', 'QWERTY123', 'iloveyou', 'welcome1']) {
    assert.deepEqual(await rule(password), { ok: false, code: 'weak_password' }, password);
  }
});

test('a password of six uncommon characters is enough unless the installation requires more [CONST-3, VAL-1]', async () => {
  assert.equal((await makePasswordRule(6)('mango7')).ok, true);
  assert.equal((await makePasswordRule(6)('baari-demo')).ok, true);
  const longer = await makePasswordRule(10)('mango tre');
  assert.deepEqual(longer, {
    ok: false,
    code: 'weak_password',
    details: 'Password must be at least 10 characters.',
  });
  assert.equal((await makePasswordRule(10)('mango tree')).ok, true);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makePasswordRule } from './password-rule.ts';

test('a password among the 10,000 that everybody tries first is refused, also with capital letters [ERR-4, CONST-3]', async () => {
  const rule = makePasswordRule(6);
  for (const password of ['123456', 'password', 'Password1', 'QWERTY123', 'iloveyou', 'welcome1']) {
    assert.deepEqual(await rule(password), { ok: false, code: 'weak_password' }, password);
  }
});

test('six characters that nobody tries first are enough, unless the installation asks for more [CONST-3, VAL-1]', async () => {
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

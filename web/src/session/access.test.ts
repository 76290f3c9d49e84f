import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '@baari/contract/constants.ts';
import type { SignedInUser } from '@baari/contract/account/identity.ts';
import { type AllowedRoles, admission, homeOf, ownPath } from './access.ts';

function user(role: SignedInUser['role'], doctorId: string | null = null): SignedInUser {
  return {
    id: 'u1',
    name: 'Asha',
    email: 'asha@example.org',
    emailVerified: true,
    phone: null,
    role,
    hospitalId: role === 'patient' ? null : 'h1',
    doctorId,
  };
}

/**
 * Which roles may open each home page, as the route table in the specification says [ROUTE-11, 18,
 * 21, 23, 24].
 */
const firstPages: readonly (readonly [RegExp, AllowedRoles])[] = [
  [/^\/patient\/dashboard$/, ['patient']],
  [/^\/hospital\/dashboard$/, ['hospital_admin']],
  [/^\/staff\/dashboard$/, ['hospital_admin', 'doctor', 'receptionist']],
  [/^\/doctor\/view\/d1$/, ['doctor']],
  [/^\/profile$/, 'any'],
];

test('users are never redirected in a circle, because the home page of every role is open to that role [LOGIN-3, AUTH-1]', () => {
  const people = [...roles.map((role) => user(role)), user('doctor', 'd1')];
  for (const person of people) {
    const home = homeOf(person);
    const page = firstPages.find(([path]) => path.test(home));
    assert.ok(page, `${home} is a page`);
    assert.deepEqual(admission({ status: 'signed-in', user: person }, page[1]), { kind: 'admit' });
  }
});

test('a user with the wrong role for a page is redirected to their own home page [AUTH-1]', () => {
  const sent = (person: SignedInUser) =>
    admission({ status: 'signed-in', user: person }, ['hospital_admin']);
  const to = (path: string) => ({ kind: 'send', to: path, keepOrigin: false });
  assert.deepEqual(sent(user('patient')), to('/patient/dashboard'));
  assert.deepEqual(sent(user('doctor', 'd1')), to('/doctor/view/d1'));
  assert.deepEqual(sent(user('receptionist')), to('/staff/dashboard'));
});

test('visitors who are not signed in are redirected to the sign-in page, which then leads to the page they wanted [AUTH-1]', () => {
  assert.deepEqual(admission({ status: 'signed-out', leaving: false }, 'any'), {
    kind: 'send',
    to: '/login',
    keepOrigin: true,
  });
});

test('a logout leads to the landing page, not to the sign-in [AUTH-2]', () => {
  assert.deepEqual(admission({ status: 'signed-out', leaving: true }, ['patient']), {
    kind: 'send',
    to: '/',
    keepOrigin: false,
  });
});

test('nobody is redirected while the page still checks who is signed in [AUTH-1]', () => {
  assert.deepEqual(admission({ status: 'checking' }, 'any'), { kind: 'wait' });
});

test('a redirect never leaves this site [VERI-2]', () => {
  assert.equal(ownPath('/hospital/create?step=3#end'), '/hospital/create?step=3#end');
  for (const elsewhere of [
    'https://evil.example',
    '//evil.example/x',
    '/\\evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
    '/./\\evil.example',
    'javascript:alert(1)',
    'patient/dashboard',
    '',
    null,
    undefined,
  ]) {
    assert.equal(ownPath(elsewhere), undefined, String(elsewhere));
  }
});

test('a person whose session was ended elsewhere is taken to the sign-in page, which says why and later returns to the page [AUTH-1, AUTH-2]', () => {
  const session = { status: 'signed-out', leaving: false, isTaken: true } as const;
  assert.deepEqual(admission(session, 'any'), {
    kind: 'send',
    to: '/login',
    keepOrigin: true,
    isTaken: true,
  });
});

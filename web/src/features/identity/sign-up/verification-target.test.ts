import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readVerification, targetOf, verificationPage } from './verification-target.ts';

const target = (query: string) => targetOf(readVerification(new URLSearchParams(query)));

test('a verified email leads to the redirect with its role when both are given [VERI-2]', () => {
  assert.equal(
    target('redirect=/hospital/create&role=hospital_admin'),
    '/hospital/create?role=hospital_admin',
  );
  assert.equal(
    target('redirect=%2Fhospital%2Fcreate%3Fstep%3D3&role=hospital_admin'),
    '/hospital/create?step=3&role=hospital_admin',
  );
});

test('a verified email leads to the patient’s dashboard if the redirect or the role is missing [VERI-2]', () => {
  for (const query of ['', 'redirect=/hospital/create', 'role=patient', 'redirect=/x&role=king']) {
    assert.equal(target(query), '/patient/dashboard');
  }
});

test('a redirect to another site is ignored [VERI-2]', () => {
  for (const redirect of ['https://evil.example', '//evil.example', '/\\evil.example']) {
    const query = new URLSearchParams({ redirect, role: 'patient' });
    assert.equal(target(String(query)), '/patient/dashboard');
  }
});

test('the link in a verification mail reports whether it worked', () => {
  const read = (query: string) => readVerification(new URLSearchParams(query));
  assert.equal(read('verified=1').linkWorked, true);
  assert.equal(read('error=link_expired').linkProblem, 'expired');
  assert.equal(read('error=link_invalid').linkProblem, 'invalid');
  assert.equal(read('verified=1&error=link_invalid').linkWorked, false);
});

test('the hospital wizard’s page is restored with its redirect and role after verification [WIZ-3]', () => {
  assert.equal(verificationPage(), '/email-verification');
  const page = verificationPage('/hospital/create', 'hospital_admin');
  assert.equal(target(page.slice(page.indexOf('?') + 1)), '/hospital/create?role=hospital_admin');
});

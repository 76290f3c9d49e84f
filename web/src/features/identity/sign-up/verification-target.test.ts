import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readVerification, targetOf, verificationPage } from './verification-target.ts';

const target = (query: string) => targetOf(readVerification(new URLSearchParams(query)));

test('a person with a verified email continues to the page and with the role that the web address names [VERI-2]', () => {
  assert.equal(
    target('redirect=/hospital/create&role=hospital_admin'),
    '/hospital/create?role=hospital_admin',
  );
  assert.equal(
    target('redirect=%2Fhospital%2Fcreate%3Fstep%3D3&role=hospital_admin'),
    '/hospital/create?step=3&role=hospital_admin',
  );
});

test('a person with a verified email continues to the patient’s dashboard if the web address names no page or role [VERI-2]', () => {
  for (const query of ['', 'redirect=/hospital/create', 'role=patient', 'redirect=/x&role=king']) {
    assert.equal(target(query), '/patient/dashboard');
  }
});

test('after email verification a person is never sent to a page of another site [VERI-2]', () => {
  for (const redirect of ['https://evil.example', '//evil.example', '/\\evil.example']) {
    const query = new URLSearchParams({ redirect, role: 'patient' });
    assert.equal(target(String(query)), '/patient/dashboard');
  }
});

test('after opening the link in a verification mail, the page knows whether the link worked', () => {
  const read = (query: string) => readVerification(new URLSearchParams(query));
  assert.equal(read('verified=1').linkWorked, true);
  assert.equal(read('error=link_expired').linkProblem, 'expired');
  assert.equal(read('error=link_invalid').linkProblem, 'invalid');
  assert.equal(read('verified=1&error=link_invalid').linkWorked, false);
});

test('after verification a person returns to the form to create a hospital, with the administrator’s role [WIZ-3]', () => {
  assert.equal(verificationPage(), '/email-verification');
  const page = verificationPage('/hospital/create', 'hospital_admin');
  assert.equal(target(page.slice(page.indexOf('?') + 1)), '/hospital/create?role=hospital_admin');
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldMessages } from '@baari/contract/fields.ts';
import { joinApplication } from '@baari/contract/account/team.ts';
import { applicationOf, newAccountJoin, signedInJoin, typedId } from './join-form.ts';

const hospitalId = '3f0c2f7e-7a55-4c1e-9d0b-0a4a8c1d2e3f';

const filled = {
  hospitalId,
  firstName: 'Asha',
  lastName: 'Rao',
  email: 'Asha@Lotus.example',
  phone: '+91 98765 43210',
  role: 'nurse',
  password: 'monsoon',
  confirmPassword: 'monsoon',
};

function problemsOf(form: unknown): Record<string, string> {
  const issues = newAccountJoin.safeParse(form).error?.issues ?? [];
  return Object.fromEntries(
    issues.map(({ path, message }): [string, string] => [path.join('.'), message]),
  );
}

describe('the join form', () => {
  it('a completed form to join a hospital’s team becomes a request that does not contain the password [JOINH-1, JOINH-2]', () => {
    const application = applicationOf(newAccountJoin.parse(filled));
    assert.deepEqual(application, {
      hospitalId,
      firstName: 'Asha',
      lastName: 'Rao',
      email: 'asha@lotus.example',
      phone: '+919876543210',
      role: 'nurse',
      department: '',
    });
    assert.deepEqual(joinApplication.parse(application), application);
  });

  it('two different passwords in the form to join a hospital’s team are refused, even while other fields are empty [JOINH-1]', () => {
    const form = { ...filled, lastName: '', confirmPassword: 'monsun' };
    assert.deepEqual(problemsOf(form), {
      lastName: fieldMessages.required,
      confirmPassword: 'Passwords do not match',
    });
  });

  it('a request to join a hospital’s team needs a hospital and a role [JOINH-1]', () => {
    assert.deepEqual(problemsOf({ ...filled, hospitalId: '', role: '' }), {
      hospitalId: fieldMessages.required,
      role: fieldMessages.choice,
    });
  });

  it('a signed-in person needs no password to ask to join a hospital [JOINH-1]', () => {
    const form = { ...filled, password: '', confirmPassword: '' };
    assert.equal(signedInJoin.safeParse(form).success, true);
    assert.equal(newAccountJoin.safeParse(form).success, false);
  });

  it('a hospital id pasted into the form to join a team identifies the hospital, and any other text is searched for [JOINH-1]', () => {
    assert.equal(typedId(` ${hospitalId.toUpperCase()} `), hospitalId);
    assert.equal(typedId('Lotus'), undefined);
  });
});

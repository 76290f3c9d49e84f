import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import sql from 'sql-template-tag';
import {
  type IdentityTestApp,
  makeIdentityTestApp,
  type Person,
  signUp,
} from '../../testing/identity-app.ts';

let world: IdentityTestApp;
before(async () => {
  world = await makeIdentityTestApp();
});
after(() => world.close());

async function call(person: Person, body: object) {
  return world.app.inject({
    method: 'POST',
    url: '/api/auth/role',
    headers: { authorization: `Bearer ${await person.browser.token()}` },
    payload: body,
  });
}

function ownPatient(userId: string) {
  return world.db.maybeOne<Record<string, unknown>>(
    sql`select account_id, name, email, phone from patient where id = ${userId}`,
  );
}

test('a person who chooses the patient role becomes the patient of their own account, with the given name and phone [API-17, SIGN-3]', async () => {
  const person = await signUp(world.app, { name: '' });
  const phone = '+91 98765 43210';
  const answer = await call(person, { role: 'patient', fullName: 'Meera Nair', phone });
  assert.equal(answer.statusCode, 200);
  assert.deepEqual(answer.json(), {
    user: {
      id: person.userId,
      name: 'Meera Nair',
      email: person.email,
      emailVerified: false,
      phone: '+919876543210',
      role: 'patient',
      hospitalId: null,
      doctorId: null,
    },
  });
  assert.deepEqual(await ownPatient(person.userId), {
    account_id: person.userId,
    name: 'Meera Nair',
    email: person.email,
    phone: '+919876543210',
  });
  const token = await person.browser.token();
  const user = await world.app.inject({
    url: '/api/auth/user',
    headers: { authorization: `Bearer ${token}` },
  });
  assert.deepEqual(user.json(), answer.json(), 'the server knows it from then on');
});

test('choosing the role again without a name and a phone keeps the stored name and phone [API-17]', async () => {
  const person = await signUp(world.app, { name: 'Old Name' });
  await call(person, { role: 'patient', phone: '+919876543210' });
  await call(person, { role: 'patient', fullName: '', phone: '' });
  const row = await ownPatient(person.userId);
  assert.equal(row?.['name'], 'Old Name');
  assert.equal(row?.['phone'], '+919876543210');
});

test('a user who never entered a name is shown as “Patient” [ENT-6]', async () => {
  const person = await signUp(world.app, { name: '' });
  const answer = await call(person, { role: 'patient' });
  assert.equal(answer.json<{ user: { name: string } }>().user.name, 'Patient');
});

test('the request that sets the patient role never grants another role [ROLE-6]', async () => {
  const person = await signUp(world.app);
  for (const role of ['hospital_admin', 'doctor', 'receptionist']) {
    const answer = await call(person, { role });
    assert.equal(answer.statusCode, 403);
    assert.equal(answer.json<{ code: string }>().code, 'forbidden');
  }
  assert.equal((await call(person, { role: 'superuser' })).statusCode, 400);
  const added = await call(person, {
    role: 'patient',
    hospitalId: '6e3a3f0e-0000-4000-8000-000000000000',
    emailVerified: true,
  });
  const { user } = added.json<{ user: { emailVerified: boolean; hospitalId: string | null } }>();
  assert.equal(user.emailVerified, false);
  assert.equal(user.hospitalId, null);
});

test('a staff member cannot become a patient by the request that sets the patient role [ROLE-6]', async () => {
  const person = await signUp(world.app);
  const { id } = await world.db.one<{ id: string }>(sql`
    insert into hospital (name, type, address, city, state, zip_code, phone, email,
      operating_hours, time_zone)
    values ('H', 'general', 'a', 'c', 's', 'z', '+911234567', 'h@example.org', '{}', 'Asia/Kolkata')
    returning id`);
  await world.db.run(sql`
    insert into membership (user_id, hospital_id, role)
    values (${person.userId}, ${id}, 'receptionist')`);
  assert.equal((await call(person, { role: 'patient' })).statusCode, 403);
  assert.equal(await ownPatient(person.userId), undefined);
});

test('reading or setting one’s own role is refused without a session [ROLE-5]', async () => {
  for (const call of [
    { method: 'POST', url: '/api/auth/role', payload: { role: 'patient' } },
    { method: 'GET', url: '/api/auth/user' },
  ] as const) {
    const answer = await world.app.inject(call);
    assert.equal(answer.statusCode, 401);
    assert.equal(answer.json<{ code: string }>().code, 'not_authenticated');
  }
});

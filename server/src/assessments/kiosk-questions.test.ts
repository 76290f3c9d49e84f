/**
 * Tests answering at a kiosk: who may answer, for how long, what the kiosk shows, and what staff
 * read.
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { kioskMinutes } from '@baari/contract/visit/assessment.ts';
import sql from 'sql-template-tag';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { givenAnswers, givenPerson } from '../testing/test-bodies.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../testing/test-people.ts';

const minuteMs = 60_000;

let app: TestApp;
let town: Town;
let patient: TestPerson;
let key: string;
before(async () => {
  app = await makeTestApp();
});
after(() => app.close());
beforeEach(async () => {
  town = await makeTown(app);
  patient = await makePerson(app, { name: 'Asha Rao' });
  key = await makeKiosk();
});

async function makeKiosk(by = town.admin): Promise<string> {
  const body = { kind: 'kiosk', name: 'Entrance' };
  return new URL((await get(app, by, 'makeScreen', { body })).url).hash.slice(1);
}

/** A patient in the line who has not checked in. */
async function wait(who = patient): Promise<{ id: string; token: string }> {
  const body = { doctorId: town.doctorId };
  const { id } = (await get(app, who, 'requestPlace', { body })).queue;
  const { queue } = await get(app, town.admin, 'approveRequest', { id });
  assert.ok(queue.token !== null);
  return { id, token: queue.token };
}

function checkIn(token: string, at = key) {
  return get(app, undefined, 'checkInAtKiosk', { body: { key: at, answer: token } });
}

/**
 * Checks the patient in at the kiosk, which gives the patient the right to answer the questions on
 * that kiosk.
 */
async function letIn(token: string): Promise<string> {
  const { questions } = await checkIn(token);
  assert.ok(questions !== null);
  return questions.right;
}

function open(right: string, at = key) {
  return call(app, undefined, 'openKioskQuestions', { body: { key: at, right } });
}

function say(right: string, question: string, answer: object, at = key) {
  const body = { key: at, right, answers: [{ question, answer }] };
  return call(app, undefined, 'answerAtKiosk', { body });
}

test('a patient just checked in at a kiosk may answer at the kiosk, and staff see that the kiosk was used [ASSESS-2, ASSESS-3, ASSESS-4]', async () => {
  const { id, token } = await wait();
  const right = await letIn(token);
  const body = { key, right };
  const { assessment } = await get(app, undefined, 'openKioskQuestions', { body });
  assert.equal(assessment.questions[0]?.id, 'signs');
  assert.equal(assessment.state, 'none');
  const yes = { kind: 'signs', yes: ['chest-pain'], no: ['stroke'] };
  const answers = [
    { question: 'signs', answer: yes },
    { question: 'matter', answer: { kind: 'text', text: '<b>सीने में दर्द</b>' } },
  ];
  const after = await get(app, undefined, 'answerAtKiosk', { body: { ...body, answers } });
  assert.deepEqual([after.assessment.state, after.assessment.isFlagged], ['begun', true]);
  assert.deepEqual(after.assessment.answers, answers);
  const { insights } = await get(app, town.doctor, 'getInsights', { id });
  assert.equal(insights.answeredBy, 'kiosk');
  assert.deepEqual(insights.lines[0]?.facts[0]?.said, {
    kind: 'text',
    text: '<b>सीने में दर्द</b>',
  });
  assert.equal((await get(app, town.receptionist, 'watchAssessments')).alerts, 1);
  // On their own phone, the patient continues with the answers given at the kiosk.
  const own = await get(app, patient, 'getAssessment', { id });
  assert.deepEqual(own.assessment.answers, answers);
});

test('a kiosk shows no patient’s name and no earlier answers from any device [ASSESS-4, SEC-5, ARR-5]', async () => {
  const past = await wait();
  const given = [{ question: 'allergies', answer: { kind: 'text', text: 'Zwischenzug' } }];
  await get(app, patient, 'answerAssessment', { id: past.id, body: { answers: given } });
  await get(app, patient, 'leaveQueue', { id: past.id });
  const { id, token } = await wait();
  const right = await letIn(token);
  for (const answer of [await open(right), await say(right, 'matter', { kind: 'skipped' })]) {
    assert.equal(answer.status, 200, answer.text);
    for (const word of ['Asha', 'Zwischenzug', id, patient.userId]) {
      assert.ok(!answer.text.includes(word), word);
    }
  }
});

test('a kiosk says “the child” to a child and shows no name [ASSESS-4]', async () => {
  const { person } = await get(app, patient, 'addPerson', { body: givenPerson('Zarafshan') });
  const { queue } = await get(app, patient, 'requestPlace', {
    body: { doctorId: town.doctorId, patientId: person.id },
  });
  const { queue: waiting } = await get(app, town.admin, 'approveRequest', { id: queue.id });
  const answer = await open(await letIn(waiting.token ?? ''));
  assert.ok(!answer.text.includes('Zarafshan'));
  assert.match(answer.text, /Which medicines does the child take/u);
  assert.doesNotMatch(answer.text, /[Dd]o you/u);
});

test('a patient who answered by phone is not asked at a kiosk, and answering by phone ends the kiosk’s session [ASSESS-4]', async () => {
  const begun = await wait();
  await get(app, patient, 'answerAssessment', { id: begun.id, body: givenAnswers() });
  assert.equal((await checkIn(begun.token)).questions, null);

  const other = await makePerson(app);
  const { id, token } = await wait(other);
  const right = await letIn(token);
  await get(app, other, 'answerAssessment', { id, body: givenAnswers() });
  assertRefused(await open(right), 'kiosk_right_over');
  const late = await say(right, 'matter', { kind: 'text', text: 'Not hers' });
  assertRefused(late, 'kiosk_right_over');
  const { insights } = await get(app, town.doctor, 'getInsights', { id });
  assert.equal(insights.answeredBy, 'patient');
  assert.ok(!JSON.stringify(insights).includes('Not hers'));
});

test('a token shown on a display does not open the questions of a patient who is already checked in [ASSESS-4]', async () => {
  const { token } = await wait();
  const right = await letIn(token);
  const again = await checkIn(token);
  assert.deepEqual([again.arrival.isAgain, again.questions], [true, null]);
  assertRefused(await open(right), 'kiosk_right_over');
});

test('a patient’s permission to answer at a kiosk ends with the next person, with the finish button, or after its time limit [ASSESS-4]', async () => {
  const { token } = await wait();
  const first = await letIn(token);
  // When somebody types a token at the kiosk, even an unknown one, the previous patient's right to
  // answer ends.
  const typed = { key, answer: 'Z-999' };
  assertRefused(await call(app, undefined, 'checkInAtKiosk', { body: typed }), 'nobody_expected');
  assertRefused(await open(first), 'kiosk_right_over');

  const second = await letIn((await wait(await makePerson(app))).token);
  const body = { key, right: second };
  assert.deepEqual(await get(app, undefined, 'leaveKioskQuestions', { body }), { wasOpen: true });
  assert.deepEqual(await get(app, undefined, 'leaveKioskQuestions', { body }), { wasOpen: false });
  assertRefused(await open(second), 'kiosk_right_over');

  const third = await letIn((await wait(await makePerson(app))).token);
  app.clock.advance(kioskMinutes * minuteMs - 1000);
  assert.equal((await open(third)).status, 200);
  app.clock.advance(2000);
  assertRefused(await open(third), 'kiosk_right_over');
  assertRefused(await say(third, 'matter', { kind: 'skipped' }), 'kiosk_right_over');
});

test('the permission to answer works only at its own kiosk and link, and not after the link or the visit ended [ASSESS-4, ROLE-7]', async () => {
  const { id, token } = await wait();
  const right = await letIn(token);
  const side = await makeKiosk();
  const elsewhere = await makeKiosk(town.otherAdmin);
  for (const at of [side, elsewhere]) {
    assertRefused(await open(right, at), 'kiosk_right_over');
    assertRefused(await say(right, 'matter', { kind: 'skipped' }, at), 'kiosk_right_over');
    assert.deepEqual(
      await get(app, undefined, 'leaveKioskQuestions', { body: { key: at, right } }),
      { wasOpen: false },
    );
  }
  assertRefused(await open(right.toUpperCase()), 'kiosk_right_over');
  assertRefused(await open(right, 'x'.repeat(32)), 'screen_unknown');
  assert.equal((await open(right)).status, 200);
  const { screens } = await get(app, town.admin, 'listScreens');
  const [entrance] = screens;
  assert.ok(entrance !== undefined);
  const other = await wait(await makePerson(app));
  const gone = (await checkIn(other.token, side)).questions?.right ?? '';
  await get(app, town.admin, 'removeEntry', { id: other.id });
  assertRefused(await open(gone, side), 'kiosk_right_over');
  for (const screen of screens) await get(app, town.admin, 'revokeScreen', { id: screen.id });
  assertRefused(await open(right), 'screen_unknown');
  assertRefused(await say(right, 'matter', { kind: 'skipped' }), 'screen_unknown');
  assert.equal((await get(app, town.doctor, 'getInsights', { id })).insights.state, 'none');
});

test('invalid answers at a kiosk are refused in the same way as on a phone, and none is stored [ASSESS-1, ASSESS-4]', async () => {
  const { id, token } = await wait();
  const right = await letIn(token);
  const wrong: readonly [question: string, answer: object][] = [
    ['matter', { kind: 'text', text: 'x'.repeat(1001) }],
    ['matter', { kind: 'none' }],
    ['pregnancy-weeks', { kind: 'number', number: 46 }],
    ['signs', { kind: 'signs', yes: ['hiccups'], no: [] }],
    ['nothing-like-it', { kind: 'skipped' }],
  ];
  for (const [question, answer] of wrong) {
    assertRefused(await say(right, question, answer), 'invalid_request');
  }
  for (const bad of [{}, { right: 'short' }, { right: 7 }, { right: "' or 1=1 --" }]) {
    const answer = await call(app, undefined, 'openKioskQuestions', { body: { key, ...bad } });
    assertRefused(answer, 'invalid_request');
  }
  assert.equal((await get(app, town.doctor, 'getInsights', { id })).insights.state, 'none');
});

test('for each kiosk the database stores one row, with only a hash of the permission to answer [ASSESS-4]', async () => {
  const rights: string[] = [];
  for (const who of [patient, await makePerson(app)]) {
    rights.push(await letIn((await wait(who)).token));
  }
  const rows = await app.db.many<{ row: string }>(sql`
    select r::text as row from kiosk_right r join screen s on s.id = r.screen_id
    where s.hospital_id = ${town.hospitalId}`);
  assert.equal(rows.length, 1);
  for (const right of rights) assert.ok(!rows[0]?.row.includes(right));
});

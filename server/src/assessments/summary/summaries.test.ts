/**
 * Tests summaries of answers through the API and a real HTTP endpoint: consent, the data sent, who
 * may read, and no effect on other features.
 */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { signsQuestion } from '@baari/contract/visit/assessment.ts';
import sql from 'sql-template-tag';
import { carryOutErasures } from '../../erasure/carry-out-erasures.ts';
import {
  type Behaviour,
  brokenly,
  type ModelEndpointServer,
  startModelEndpoint,
} from '../../testing/stand-ins/model-endpoint.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../../testing/test-app.ts';
import { makePerson, makeTown, type TestPerson, type Town } from '../../testing/test-people.ts';
import { openStream } from '../../testing/test-stream.ts';
import { failuresToOpen } from './breaker.rules.ts';
import { makeSummer } from './sum-up.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let model: ModelEndpointServer;
let app: TestApp;
/** A second server on the same database, without a configured language model. */
let without: TestApp;
let town: Town;
let patient: TestPerson;
let logged: object[];
let beganAt: number;
/** Background tasks that summarise answers. Each task plays the part of a separate process. */
const summers: ReturnType<typeof makeSummer>[] = [];

before(async () => {
  model = await startModelEndpoint();
  without = await makeTestApp({ isListening: true });
  app = await makeTestApp({
    beside: without,
    isListening: true,
    settings: { SUMMARY_URL: model.url, SUMMARY_MODEL: 'test-model', SUMMARY_KEY: 'model-key' },
  });
});
after(async () => {
  await stopTasks();
  await without.close();
  await model.close();
});
beforeEach(async () => {
  town = await makeTown(app);
  patient = await makePerson(app, { name: 'Asha Rao', phone: '+919811000000' });
  model.behave('well');
  logged = [];
  beganAt = app.clock.now().getTime();
});
afterEach(() => {
  // Sessions older than a day must sign in again.
  app.clock.advance(beganAt - app.clock.now().getTime());
  for (const summer of summers.splice(0)) summer.stop();
});

/** Stops the server's own summary task, so that the test runs each step itself. */
async function stopTasks(): Promise<void> {
  if (app === without) return;
  await app.close();
  app = without;
}

function aProcess(more: { perDay?: number } = {}): ReturnType<typeof makeSummer> {
  const log = {
    debug: () => undefined,
    info: (details: object) => void logged.push(details),
    warn: (details: object) => void logged.push(details),
    error: (details: object) => void logged.push(details),
  };
  const settings = {
    url: model.url,
    model: 'test-model',
    key: 'model-key',
    networks: [],
    perDay: more.perDay ?? 500,
  };
  const summer = makeSummer({ db: app.db, clock: app.clock, log, settings });
  summers.push(summer);
  return summer;
}

async function turnOn(isOn = true): Promise<void> {
  if (app === without) {
    await app.db.run(sql`
      update hospital set sums_up_answers = ${isOn} where id = ${town.hospitalId}`);
    return;
  }
  await get(app, town.admin, 'setSummaries', { body: { isOn } });
}

function agree(isGiven = true, who = patient) {
  const body = { purpose: 'summaries' as const, isGiven };
  return get(app, who, 'saveConsent', { id: town.hospitalId, body });
}

async function ask(who = patient): Promise<string> {
  const body = { doctorId: town.doctorId, symptoms: 'Tight chest on the stairs' };
  return (await get(app, who, 'requestPlace', { body })).queue.id;
}

const words = 'I have burning in the chest for 3 days. No fever, no cough.';

/** Answers a few questions of the visit and skips the others. */
async function answer(id: string, matter = words, who = patient): Promise<void> {
  const given = [
    { question: signsQuestion, answer: { kind: 'signs' as const, yes: [], no: ['stroke'] } },
    { question: 'matter', answer: { kind: 'text' as const, text: matter } },
    { question: 'allergies', answer: { kind: 'text' as const, text: 'Penicillin (rash)' } },
    { question: 'medicines', answer: { kind: 'none' as const } },
  ];
  let form = (await get(app, who, 'answerAssessment', { id, body: { answers: given } })).assessment;
  for (let round = 0; round < 5 && form.state !== 'ready'; round += 1) {
    const answers = form.questions
      .filter(({ id: question }) => !form.answers.some((one) => one.question === question))
      .map(({ id: question }) => ({ question, answer: { kind: 'skipped' as const } }));
    form = (await get(app, who, 'answerAssessment', { id, body: { answers } })).assessment;
  }
  assert.equal(form.state, 'ready');
}

/** Advances the clock past the time in which a patient may still correct answers. */
function settle(): void {
  app.clock.advance(minuteMs / 2);
}

/**
 * Waits for the result of a summary. The server's own task may claim the answers before the test
 * does.
 */
async function summedUp(id: string): Promise<{ verdict: string; reason: string | null }[]> {
  await aProcess().go();
  for (let tries = 0; tries < 400; tries += 1) {
    const rows = await app.db.many<{ verdict: string; reason: string | null }>(sql`
      select verdict, reason from assessment_summary where visit_id = ${id} order by asked_at`);
    if (rows.every(({ verdict }) => verdict !== 'asked')) return rows;
    await new Promise((resolve) => {
      setTimeout(resolve, 25);
    });
  }
  throw new Error('A summary was asked for and never ended.');
}

async function summaryOf(id: string, who = town.doctor) {
  return (await get(app, who, 'getInsights', { id })).insights.summary;
}

const askedFor = (matter: string) => model.received.filter(({ body }) => body.includes(matter));

test('nothing is sent to a model until a hospital turns summaries on, which requires a configured model [ASSESS-5]', async () => {
  const id = await ask();
  await answer(id, 'Nothing is sent of this.');
  assert.equal((await get(app, patient, 'getAssessment', { id })).assessment.summary, null);
  settle();
  assert.deepEqual(await summedUp(id), []);
  assert.equal(askedFor('Nothing is sent of this').length, 0);
  const { summaries, model: named } = await get(app, town.admin, 'getSummaries');
  assert.deepEqual([summaries.isOn, named?.name], [false, 'test-model']);
  const consents = await get(app, patient, 'listConsents');
  assert.ok(!JSON.stringify(consents).includes('summaries'), 'nor is it among what may be let');
  assertRefused(
    await call(without, town.admin, 'setSummaries', { body: { isOn: true } }),
    'no_model',
  );
});

test('turning summaries on is recorded, and does not overwrite settings that a colleague saved later [ASSESS-5, SEC-13]', async () => {
  await turnOn();
  const stale = { isOn: true, seen: { isOn: false } };
  assertRefused(await call(app, town.admin, 'setSummaries', { body: stale }), 'changed_meanwhile');
  const rows = await app.db.many<{ details: object }>(sql`
    select details from audit where action = 'change summaries' and outcome = 'ok'
      and hospital_id = ${town.hospitalId}`);
  assert.deepEqual(rows, [{ details: { from: 'off', to: 'on' } }]);
  for (const who of [town.doctor, town.receptionist, patient]) {
    assertRefused(await call(app, who, 'setSummaries', { body: { isOn: false } }), 'forbidden');
  }
});

test('nothing is sent without consent, and with consent only staff read a summary below the answers [ASSESS-5, SEC-26]', async () => {
  await turnOn();
  const id = await ask();
  await answer(id);
  const { assessment } = await get(app, patient, 'getAssessment', { id });
  assert.deepEqual(
    [assessment.summary?.hospital.id, assessment.summary?.isGiven, assessment.summary?.isSaid],
    [town.hospitalId, false, false],
  );
  settle();
  assert.deepEqual(await summedUp(id), []);
  await agree();
  assert.deepEqual(await summedUp(id), [{ verdict: 'shown', reason: null }]);
  const { insights } = await get(app, town.doctor, 'getInsights', { id });
  assert.equal(insights.lines.length, 6);
  assert.equal(insights.summary?.model, 'test-model');
  const text = insights.summary.sentences.map((sentence) => sentence.text).join(' ');
  assert.match(text, /burning in the chest for 3 days\. No fever, no cough\./u);
  assert.match(text, /Tight chest on the stairs/u);
  assert.match(text, /Allergies: Penicillin \(rash\)/u);
  const own = await get(app, patient, 'getAssessment', { id });
  assert.ok(!JSON.stringify(own).includes('The patient says'));
  assertRefused(await call(app, patient, 'getInsights', { id }), 'forbidden');
  assertRefused(await call(app, town.otherAdmin, 'getInsights', { id }), 'not_found');
  const reads = await app.db.many(sql`
    select from audit where action = 'read assessment' and user_id = ${town.doctor.userId}`);
  assert.ok(reads.length > 0);
});

test('staff screens are notified of a new summary [ASSESS-5, ASSESS-3]', async () => {
  await turnOn();
  const id = await ask();
  await agree();
  await answer(id);
  const desk = await openStream(app, town.receptionist);
  settle();
  await summedUp(id);
  const { event } = await desk.find((heard) => heard.event.type === 'assessment_updated');
  assert.ok(event.type === 'assessment_updated');
  assert.equal(event.data.assessment.visitId, id);
  assert.ok(!JSON.stringify(event).includes('burning'));
  desk.cut();
});

test('no name, number or date that identifies the patient is sent to the model or logged [ASSESS-5, SEC-5]', async () => {
  await turnOn();
  const id = await ask();
  await agree();
  const matter = `Asha Rao here, 98110 00000, ${patient.email}, born 4 May 1990. Gudgeon pain. My token is unknown.`;
  await answer(id, matter);
  settle();
  await summedUp(id);
  const [sent, ...more] = askedFor('Gudgeon');
  assert.ok(sent !== undefined && more.length === 0);
  const personal = ['Asha', 'Rao', '98110', '00000', patient.email, '1990', id, patient.userId];
  const places = [town.hospitalId, town.doctorId];
  for (const one of [...personal, ...places]) assert.ok(!sent.body.includes(one), one);
  assert.equal(sent.authorization, 'Bearer model-key');
  for (const line of [...app.logged, ...without.logged, JSON.stringify(logged)]) {
    assert.ok(!line.includes('Gudgeon') && !line.includes('model-key'));
  }
});

test('each version of a patient’s answers is sent to the language model once, however many people view the summary [ASSESS-5]', async () => {
  await turnOn();
  const id = await ask();
  await agree();
  await answer(id, 'Zeitnot pain. No fever.');
  settle();
  await Promise.all(Array.from({ length: 6 }, () => aProcess().go()));
  await summedUp(id);
  await answer(id, 'Zeitnot pain. No fever.');
  settle();
  await summedUp(id);
  assert.equal(askedFor('Zeitnot').length, 1);
  await answer(id, 'Zeitnot pain and swelling. No fever.');
  assert.equal(await summaryOf(id), null, 'what was made of other answers is not shown');
  settle();
  await summedUp(id);
  assert.equal(askedFor('Zeitnot').length, 2);
  assert.match(JSON.stringify(await summaryOf(id)), /and swelling/u);
  const kept = await app.db.many(sql`
    select from assessment_summary where visit_id = ${id} and sentences is not null`);
  assert.equal(kept.length, 1);
});

test('after consent is withdrawn the summaries are deleted, nothing more is sent, and a late answer of the language model is discarded [ASSESS-5, SEC-26]', async () => {
  await turnOn();
  const id = await ask();
  await agree();
  await answer(id, 'Zwischenzug pain. No fever.');
  settle();
  await summedUp(id);
  assert.notEqual(await summaryOf(id), null);
  await agree(false);
  assert.equal(await summaryOf(id), null);
  const left = await app.db.many(sql`
    select from assessment_summary where visit_id = ${id} and sentences is not null`);
  assert.equal(left.length, 0);
  await answer(id, 'Zwischenzug pain again. No fever.');
  settle();
  await summedUp(id);
  assert.equal(askedFor('Zwischenzug').length, 1);
  const [hospital] = (await get(app, patient, 'listConsents')).hospitals;
  const said = hospital?.consents.find(({ purpose }) => purpose === 'summaries');
  assert.deepEqual(
    said?.changes.map(({ isGiven }) => isGiven),
    [false, true],
  );
});

test('no summary is shown after the hospital turned summaries off, after the patient left, or without an account [ASSESS-5]', async () => {
  await turnOn();
  const id = await ask();
  await agree();
  await answer(id);
  settle();
  await summedUp(id);
  await turnOn(false);
  assert.equal(await summaryOf(id), null);
  await turnOn();
  assert.notEqual(await summaryOf(id), null);
  const gone = await makePerson(app);
  const left = await ask(gone);
  await agree(true, gone);
  await answer(left, 'Fork pain.', gone);
  await get(app, gone, 'leaveQueue', { id: left });
  settle();
  assert.deepEqual(await summedUp(left), []);
  const body = { name: 'Kamla Devi', doctorId: town.doctorId };
  const { queue } = await get(app, town.receptionist, 'addWalkIn', { body });
  await answer(queue.id, 'Skewer pain.', town.receptionist);
  settle();
  assert.deepEqual(await summedUp(queue.id), []);
  assert.equal(askedFor('Fork').length + askedFor('Skewer').length, 0);
});

test('text in a language whose negations are unknown is not summarised, even in Latin or Devanagari letters [ASSESS-5]', async () => {
  await turnOn();
  const id = await ask();
  await agree();
  for (const words of [
    'காய்ச்சல் இல்லை, Zugzwang pain.',
    'Niego fiebre alta, vómitos con sangre, Zugzwang.',
    'मला ताप खूप, छातीत दुखणे अजिबात नाही. Zugzwang.',
    'Enakku kaichal, nenju vali Zugzwang illai',
  ]) {
    await answer(id, words);
    settle();
    assert.deepEqual(await summedUp(id), [], words);
  }
  assert.equal(askedFor('Zugzwang').length, 0);
});

test('a summary is in the export of personal data, and erased with the account [ASSESS-5, PROF-1, SEC-14]', async () => {
  await turnOn();
  const id = await ask();
  await agree();
  await answer(id, 'Luft pain. No fever.');
  settle();
  await summedUp(id);
  const { data } = await get(app, patient, 'exportOwnData');
  assert.match(JSON.stringify(data['summariesOfAnswers']), /Luft pain/u);
  await get(app, patient, 'leaveQueue', { id });
  await get(app, patient, 'requestErasure');
  app.clock.advance(8 * dayMs);
  await carryOutErasures({ db: app.db, clock: app.clock });
  const left = await app.db.many(sql`select from assessment_summary where visit_id = ${id}`);
  assert.equal(left.length, 0);
});

const spoiling: readonly Behaviour[] = [
  ...brokenly,
  'an invented medicine',
  'an invented number',
  'a negation dropped',
  'an allergy left out',
  'the wrong answer named',
  'not urgent',
  'a diagnosis',
  'markup',
  'the prompt echoed',
];
for (const how of spoiling) {
  test(`an unusable answer from a model (${how}) results in no summary and changes nothing else [ASSESS-5]`, async () => {
    await turnOn();
    const id = await ask();
    await agree();
    await answer(id);
    const before = (await get(app, town.doctor, 'getInsights', { id })).insights;
    model.behave(how);
    settle();
    const [row, ...more] = await summedUp(id);
    assert.deepEqual(more, []);
    assert.match(row?.verdict ?? '', /^(?:refused|unanswered)$/u);
    const { insights } = await get(app, town.doctor, 'getInsights', { id });
    assert.deepEqual(insights, before);
    await get(app, town.admin, 'approveRequest', { id });
    const { counts } = await get(app, town.admin, 'getSummaries');
    assert.deepEqual([counts.asked, counts.shown], [1, 0]);
  });
}

test('a model that fails repeatedly is paused and later called again [ASSESS-5]', async () => {
  await stopTasks();
  await turnOn();
  const summer = aProcess();
  const visits: string[] = [];
  for (let number = 0; number < failuresToOpen + 6; number += 1) {
    const who = await makePerson(app);
    const id = await ask(who);
    await agree(true, who);
    await answer(id, `Breaker ${number}.`, who);
    visits.push(id);
  }
  model.behave('error 500');
  settle();
  const asked = model.received.length;
  await summer.go();
  const failed = model.received.length - asked;
  assert.ok(failed >= failuresToOpen && failed <= failuresToOpen + 3, `${failed}`);
  await summer.go();
  assert.equal(model.received.length - asked, failed, 'nobody is asked meanwhile');
  assert.ok(failed < visits.length);
  model.behave('well');
  app.clock.advance(16 * minuteMs);
  await summer.go();
  assert.equal(model.received.length - asked, visits.length, 'each once');
});

test('a hospital has a daily limit of summaries, which starts again the next day [ASSESS-5]', async () => {
  await stopTasks();
  await turnOn();
  const summer = aProcess({ perDay: 1 });
  const visits: string[] = [];
  for (let number = 0; number < 3; number += 1) {
    const who = await makePerson(app);
    const id = await ask(who);
    await agree(true, who);
    await answer(id, `Capped ${number}. No fever.`, who);
    visits.push(id);
  }
  settle();
  await summer.go();
  const tries = () =>
    app.db.many(sql`select from assessment_summary where hospital_id = ${town.hospitalId}`);
  assert.equal((await tries()).length, 1);
  await summer.go();
  assert.equal((await tries()).length, 1);
  const waiting = await app.db.many(sql`
    select from assessment where hospital_id = ${town.hospitalId} and summary_due_at > ${app.clock.now()}`);
  assert.equal(waiting.length, 2, 'the others are looked at again');
  app.clock.advance(dayMs);
  await summer.go();
  assert.equal((await tries()).length, 2);
});

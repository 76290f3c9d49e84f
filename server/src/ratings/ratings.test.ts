import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { defaultRating } from '@baari/contract/constants.ts';
import { ratingWordsMaxLength } from '@baari/contract/doctor/rating.ts';
import sql from 'sql-template-tag';
import { averageRating } from '../hospitals/average-rating.rules.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import {
  makePatients,
  makePerson,
  makeTown,
  type TestPerson,
  type Town,
} from '../testing/test-people.ts';
import { makeLine } from '../testing/test-stops.ts';

let app: TestApp;
let town: Town;

before(async () => {
  app = await makeTestApp();
});
after(() => app.close());

/** Makes a visit from the request to the completion, through the API. */
async function visit(patient: TestPerson, doctorId = town.doctorId): Promise<string> {
  const { queue } = await get(app, patient, 'requestPlace', { body: { doctorId } });
  const admin = doctorId === town.otherDoctorId ? town.otherAdmin : town.admin;
  await get(app, admin, 'approveRequest', { id: queue.id });
  await get(app, admin, 'startConsultation', { id: queue.id });
  await get(app, admin, 'completeConsultation', { id: queue.id, body: {} });
  return queue.id;
}

function rate(patient: TestPerson, id: string, stars: number, words?: string) {
  const body = words === undefined ? { stars } : { stars, words };
  return get(app, patient, 'rateVisit', { id, body });
}

/**
 * The average rating and the number of ratings, as the doctor's card and the hospital's card show
 * them.
 */
async function cards(doctorId = town.doctorId): Promise<{ doctor: number[]; hospital: number[] }> {
  const { doctor } = await get(app, undefined, 'getDoctor', { id: doctorId });
  const one = await get(app, undefined, 'getHospital', { id: doctor.hospital_id });
  return {
    doctor: [doctor.rating, doctor.ratingCount],
    hospital: [one.hospital.rating, one.hospital.ratingCount],
  };
}

test('the rating shown is the mean of all ratings with one decimal, or the default rating when nobody has rated [ENT-3, ENT-4, CONST-4]', () => {
  assert.equal(averageRating({ sum: 0, count: 0 }), defaultRating);
  assert.equal(averageRating({ sum: 5, count: 1 }), 5);
  assert.equal(averageRating({ sum: 13, count: 3 }), 4.3);
  assert.equal(averageRating({ sum: 14, count: 3 }), 4.7);
});

test('a rating changes the figures of its doctor and hospital at once, and no other figures [ENT-3, ENT-4, PAT-3]', async () => {
  town = await makeTown(app);
  const [first, second, third] = await makePatients(app, 3);
  assert.ok(first && second && third);
  const none = [defaultRating, 0];
  assert.deepEqual(await cards(), { doctor: none, hospital: none });

  await rate(first, await visit(first), 2);
  assert.deepEqual(await cards(), { doctor: [2, 1], hospital: [2, 1] });
  await rate(second, await visit(second), 5);
  assert.deepEqual(await cards(), { doctor: [3.5, 2], hospital: [3.5, 2] });

  await rate(third, await visit(third, town.colleagueId), 4);
  assert.deepEqual(await cards(), { doctor: [3.5, 2], hospital: [3.7, 3] });
  assert.deepEqual(await cards(town.colleagueId), { doctor: [4, 1], hospital: [3.7, 3] });
  assert.deepEqual(await cards(town.otherDoctorId), { doctor: none, hospital: none });

  const { doctors } = await get(app, undefined, 'listHospitalDoctors', { id: town.hospitalId });
  const listedDoctors = new Map(doctors.map((d) => [d.id, [d.rating, d.ratingCount]]));
  assert.deepEqual(listedDoctors.get(town.doctorId), [3.5, 2]);
  assert.deepEqual(listedDoctors.get(town.colleagueId), [4, 1]);
  const { hospitals } = await get(app, undefined, 'listHospitals');
  const listed = hospitals.find(({ id }) => id === town.hospitalId);
  assert.deepEqual([listed?.rating, listed?.ratingCount], [3.7, 3]);
});

test('the same rating sent again counts once, and a changed rating replaces the first [ENT-4, INV-7]', async () => {
  town = await makeTown(app);
  const asha = await makePerson(app);
  const id = await visit(asha);
  const given = await rate(asha, id, 3, 'A long wait.');
  assert.deepEqual(await rate(asha, id, 3, 'A long wait.'), given);
  assert.deepEqual((await cards()).doctor, [3, 1]);
  app.clock.advance(60_000);
  const changed = await rate(asha, id, 5);
  assert.deepEqual(changed.rating, { ...given.rating, stars: 5, words: '' });
  assert.deepEqual(await cards(), { doctor: [5, 1], hospital: [5, 1] });
  assert.deepEqual(await get(app, asha, 'listOwnRatings'), { ratings: [changed.rating] });
});

test('a visit of several steps is rated once, whichever step is rated, and only after the visit is over [ENT-3, ENT-4, LINE-4]', async () => {
  town = await makeTown(app);
  const asha = await makePerson(app);
  const laboratory = await makeLine(app, town.admin, { name: 'Laboratory' });
  const { queue } = await get(app, asha, 'requestPlace', { body: { doctorId: town.doctorId } });
  await get(app, town.admin, 'approveRequest', { id: queue.id });
  await get(app, town.admin, 'startConsultation', { id: queue.id });
  const body = { lineId: laboratory.id, comesBack: true };
  const tests = await get(app, town.admin, 'sendOn', { id: queue.id, body });
  const early = () => call(app, asha, 'rateVisit', { id: queue.id, body: { stars: 1 } });
  assertRefused(await early(), 'visit_not_completed', 'the laboratory comes next');
  const point = laboratory.points[0]?.id ?? '';
  await get(app, town.receptionist, 'callNext', { id: point });
  const done = { id: point, body: { as: 'completed' } };
  const { next } = await get(app, town.receptionist, 'finishAtPoint', done);
  assert.ok(next !== null);
  assert.equal(tests.queue.visitId, queue.id);
  assertRefused(await early(), 'visit_not_completed', 'back in the line of the doctor');
  await get(app, town.admin, 'startConsultation', { id: next.id });
  await get(app, town.admin, 'completeConsultation', { id: next.id, body: {} });

  const first = await rate(asha, queue.id, 2, 'Hurried.');
  assert.deepEqual(await cards(), { doctor: [2, 1], hospital: [2, 1] });
  const second = await rate(asha, next.id, 5);
  assert.deepEqual(await cards(), { doctor: [5, 1], hospital: [5, 1] });
  assert.equal(second.rating.ratedAt, first.rating.ratedAt);
  assert.deepEqual(await get(app, asha, 'listOwnRatings'), { ratings: [second.rating] });
  await Promise.all([rate(asha, queue.id, 3), rate(asha, next.id, 3)]);
  assert.deepEqual(await cards(), { doctor: [3, 1], hospital: [3, 1] });
});

test('if an older release stored two ratings of one visit, the later rating stays and counts once [ENT-3, ENT-4]', async () => {
  town = await makeTown(app);
  const asha = await makePerson(app);
  const [one, other] = [await visit(asha), await visit(asha)];
  await rate(asha, one, 2);
  app.clock.advance(60_000);
  await rate(asha, other, 5);
  await app.db.run(sql`
    update queue_entry set visit_id = ${one}, sent_from_id = nullif(${one}::uuid, id)
    where id in (${one}, ${other})`);
  const migration = new URL('../../migrations/0275_one_rating_a_visit.sql', import.meta.url);
  await app.owner.query(await readFile(migration, 'utf8'));
  assert.deepEqual(await cards(), { doctor: [5, 1], hospital: [5, 1] });
});

test('ratings given at the same moment are all counted, and a visit rated twice at once is rated once [ENT-4]', async () => {
  town = await makeTown(app);
  const patients = await makePatients(app, 4);
  const visits: [TestPerson, string][] = [];
  for (const patient of patients) visits.push([patient, await visit(patient)]);
  await Promise.all(
    visits.flatMap(([patient, id]) => [rate(patient, id, 4), rate(patient, id, 4)]),
  );
  assert.deepEqual(await cards(), { doctor: [4, 4], hospital: [4, 4] });
});

test('a visit that was not completed cannot be rated [ENT-4]', async () => {
  town = await makeTown(app);
  const asha = await makePerson(app);
  const { queue } = await get(app, asha, 'requestPlace', { body: { doctorId: town.doctorId } });
  const tryIt = () => call(app, asha, 'rateVisit', { id: queue.id, body: { stars: 1 } });
  assertRefused(await tryIt(), 'visit_not_completed');
  await get(app, town.admin, 'approveRequest', { id: queue.id });
  assertRefused(await tryIt(), 'visit_not_completed');
  await get(app, town.admin, 'startConsultation', { id: queue.id });
  assertRefused(await tryIt(), 'visit_not_completed');
  await get(app, town.admin, 'updateEntry', { id: queue.id, body: { status: 'no_show' } });
  assertRefused(await tryIt(), 'visit_not_completed');
  assert.deepEqual((await cards()).doctor, [defaultRating, 0]);
});

test('a rating of another patient’s visit is refused as not found [ROLE-1, ENT-4]', async () => {
  town = await makeTown(app);
  const [asha, ravi] = await makePatients(app, 2);
  assert.ok(asha && ravi);
  const id = await visit(asha);
  const body = { stars: 1 };
  const theirs = await call(app, ravi, 'rateVisit', { id, body });
  assertRefused(theirs, 'not_found');
  assert.equal(theirs.text, (await call(app, ravi, 'rateVisit', { id: randomUUID(), body })).text);
  await rate(asha, id, 5);
  assert.deepEqual(await get(app, ravi, 'listOwnRatings'), { ratings: [] });
  assert.deepEqual((await cards()).doctor, [5, 1]);
});

test('a rating can be changed for seven days and is fixed afterwards [ENT-4]', async () => {
  town = await makeTown(app);
  const asha = await makePerson(app);
  const id = await visit(asha);
  const { rating } = await rate(asha, id, 2);
  const left = Date.parse(rating.changeableUntil) - Date.parse(rating.ratedAt);
  assert.equal(left, 7 * 86_400_000);
  await givenAgo(id, left - 60_000);
  await rate(asha, id, 3);
  await givenAgo(id, left + 60_000);
  assertRefused(await call(app, asha, 'rateVisit', { id, body: { stars: 5 } }), 'rating_final');
  assert.deepEqual((await cards()).doctor, [3, 1]);
});

/**
 * Backdates the first rating. The clock is not moved instead, because the sign-in session would
 * expire.
 */
async function givenAgo(entryId: string, ms: number): Promise<void> {
  const ratedAt = new Date(app.clock.now().getTime() - ms);
  await app.db.run(sql`update rating set rated_at = ${ratedAt} where entry_id = ${entryId}`);
}

test('stars are from 1 to 5, and comments have at most 500 characters [ENT-4, VAL-6]', async () => {
  town = await makeTown(app);
  const asha = await makePerson(app);
  const id = await visit(asha);
  for (const stars of [0, 6, 4.5, '4']) {
    const answer = await call(app, asha, 'rateVisit', { id, body: { stars } });
    assertRefused(answer, 'invalid_request', String(stars));
  }
  const long = { stars: 4, words: 'x'.repeat(ratingWordsMaxLength + 1) };
  assertRefused(await call(app, asha, 'rateVisit', { id, body: long }), 'invalid_request');
  const words = 'अ'.repeat(ratingWordsMaxLength);
  assert.equal((await rate(asha, id, 1, words)).rating.words, words);
});

test('only the hospital’s administrators read comments, newest first and without the patient, and reading is recorded [ENT-4, SEC-13]', async () => {
  town = await makeTown(app);
  const asha = await makePerson(app, { name: 'Asha Verma' });
  const ravi = await makePerson(app, { name: 'Ravi Shah' });
  const ashas = await visit(asha);
  await rate(asha, ashas, 5, 'Listened well.');
  app.clock.advance(60_000);
  await rate(ravi, await visit(ravi, town.colleagueId), 2);

  const answer = await call(app, town.admin, 'listReceivedRatings');
  assert.doesNotMatch(answer.text, /Asha|Ravi/u);
  assert.ok(!answer.text.includes(asha.userId) && !answer.text.includes(ashas));
  const { ratings } = await get(app, town.admin, 'listReceivedRatings');
  assert.deepEqual(
    ratings.map(({ doctor, stars, words }) => [doctor.id, stars, words]),
    [
      [town.colleagueId, 2, ''],
      [town.doctorId, 5, 'Listened well.'],
    ],
  );
  const others = await get(app, town.otherAdmin, 'listReceivedRatings');
  assert.deepEqual([others.ratings, others.summary.count], [[], 0]);
  assertRefused(await call(app, town.doctor, 'listReceivedRatings'), 'forbidden');
  const { found } = await app.db.one<{ found: number }>(sql`
    select count(*) as found from audit
    where action = 'read ratings' and ${asha.userId} = any(patient_ids)`);
  assert.equal(found, 2);
  const { data } = await get(app, asha, 'exportOwnData');
  assert.match(JSON.stringify(data), /Listened well/u);
});

test('an administrator filters the ratings by doctor and stars, and sees their summary [ENT-4]', async () => {
  const { doctorId, colleagueId } = town;
  const [one, other, third] = await makePatients(app, 3);
  assert.ok(one && other && third);
  const before = await get(app, town.admin, 'listReceivedRatings', {
    query: { doctorId: colleagueId },
  });
  await rate(one, await visit(one, colleagueId), 5, 'Listened.');
  await rate(other, await visit(other, colleagueId), 2, 'Hurried.');
  await rate(third, await visit(third, doctorId), 2);
  const { ratings, summary, doctors } = await get(app, town.admin, 'listReceivedRatings', {
    query: { doctorId: colleagueId, stars: 2 },
  });
  assert.ok(ratings.some(({ words }) => words === 'Hurried.'));
  assert.ok(ratings.every(({ doctor, stars }) => doctor.id === colleagueId && stars === 2));
  assert.equal(summary.count, before.summary.count + 2);
  assert.equal(summary.byStars.length, 5);
  assert.equal(summary.months.length, 1);
  assert.equal(summary.months[0]?.average, summary.average);
  assert.deepEqual(doctors.map(({ id }) => id).toSorted(), [doctorId, colleagueId].toSorted());
});

test('the monthly counts of stars equal a count of the ratings after any change [ENT-4, KEEP-9]', async () => {
  const counted = async () => {
    const { rows } = await app.owner.query<Record<string, unknown>>(`
      select doctor_id, month, stars, ratings from rating_month where ratings <> 0 order by 1, 2, 3`);
    return rows;
  };
  const fromRatings = async () => {
    const { rows } = await app.owner.query<Record<string, unknown>>(`
      select r.doctor_id, to_char(r.rated_at at time zone h.time_zone, 'YYYY-MM') as month, r.stars,
        count(*)::int as ratings
      from rating r join doctor d on d.id = r.doctor_id join hospital h on h.id = d.hospital_id
      group by 1, 2, 3 order by 1, 2, 3`);
    return rows;
  };
  assert.ok((await counted()).length > 3);
  for (const statement of [
    `update rating set rated_at = '2026-03-31 20:00Z' where stars > 2`,
    'update rating set stars = 6 - stars',
    `update rating set words = 'the same stars'`,
    `update hospital set time_zone = 'America/New_York'`,
    'delete from rating where id in (select id from rating order by id limit 2)',
    'delete from rating',
  ]) {
    assert.deepEqual(await counted(), await fromRatings());
    await app.owner.query(statement);
    assert.deepEqual(await counted(), await fromRatings(), statement);
  }
});

/**
 * Tests offers of earlier appointment times through the API: who gets offers, which times are held
 * for patients, and what the desk sees and may do [APPT-1].
 */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { weekdays } from '@baari/contract/constants.ts';
import type { EarlierTerms } from '@baari/contract/visit/earlier.ts';
import sql from 'sql-template-tag';
import { carryOutErasures } from '../erasure/carry-out-erasures.ts';
import { addDays, dayAt, instantFrom, weekdayOf } from '../schedule/calendar.rules.ts';
import { publicUrl } from '../testing/identity-app.ts';
import { assertRefused, call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { givenWish } from '../testing/test-bodies.ts';
import {
  forgetBookings,
  makeDoctor,
  makePerson,
  makeTown,
  type TestPerson,
  type Town,
} from '../testing/test-people.ts';
import { zoneWhereItIs } from '../testing/test-zones.ts';
import { askNext } from './ask-next.ts';

let zone: string;
let app: TestApp;
let town: Town;
let today: string;
let doctorId: string;
before(async () => {
  app = await makeTestApp({ isListening: true });
  // Chooses a time zone where it is ten o'clock, because no offers are sent at night.
  zone = zoneWhereItIs(10, app.clock.now());
  town = await makeTown(app, { timeZone: zone });
  today = dayAt(app.clock.now(), zone);
});
after(() => app.close());
beforeEach(async () => {
  doctorId = await makeDoctor(app, town.hospitalId);
  await forgetBookings(app);
});

function onDay(days: number, time = '10:00') {
  return { doctorId, date: addDays(today, days), time };
}

async function booked(person: TestPerson, days: number, time = '10:00'): Promise<string> {
  return (await get(app, person, 'bookAppointment', { body: onDay(days, time) })).appointment.id;
}

async function wishes(person: TestPerson, id: string, terms: Partial<EarlierTerms> = {}) {
  const body = { for: { kind: 'appointment', id }, terms: { ...givenWish, ...terms } };
  return (await get(app, person, 'wishEarlier', { body })).wish;
}

function ask(): Promise<void> {
  return askNext({ db: app.db, clock: app.clock, publicUrl });
}

async function offersOf(person: TestPerson) {
  return (await get(app, person, 'listOwnEarlier')).offers;
}

async function offerOf(person: TestPerson) {
  const [offer] = await offersOf(person);
  assert.ok(offer !== undefined, 'no offer');
  return offer;
}

/**
 * Makes a patient with a booking in ten days and a request for an earlier time. Another patient
 * cancels a booking in two days.
 */
async function makeScene() {
  const asked = await makePerson(app, { phone: '+919811004321' });
  const leaver = await makePerson(app);
  const id = await booked(asked, 10);
  const wish = await wishes(asked, id);
  await get(app, leaver, 'cancelAppointment', { id: await booked(leaver, 2) });
  return { asked, leaver, id, wish };
}

async function freeOn(days: number): Promise<string[]> {
  const query = { date: addDays(today, days) };
  const { slots } = await get(app, undefined, 'getDoctorSlots', { id: doctorId, query });
  return slots.filter(({ isFree }) => isFree).map(({ time }) => time);
}

/** The kinds of the queued messages. */
async function notices(): Promise<string[]> {
  const rows = await app.db.many<{ kind: string }>(sql`
    select kind from notice where kind in ('earlier_offered', 'offer_over') order by kind`);
  return rows.map(({ kind }) => kind);
}

test('a cancelled time is reserved for the patient who asked for an earlier time, and nobody else can book it [APPT-1, PAT-8]', async () => {
  const { asked, id } = await makeScene();
  assert.ok(!(await freeOn(2)).includes('10:00'));
  const other = await makePerson(app);
  assertRefused(await call(app, other, 'bookAppointment', { body: onDay(2) }), 'held_for_somebody');
  await ask();
  const offer = await offerOf(asked);
  assert.equal(offer.date, addDays(today, 2));
  assert.equal(offer.instead?.id, id);
  assert.equal(offer.reason, 'longest_wish');
  const minutes = (Date.parse(offer.expiresAt) - Date.parse(offer.offeredAt)) / 60_000;
  assert.equal(minutes, 20);
  const { appointment } = await get(app, asked, 'acceptOffer', { id: offer.id });
  assert.equal(appointment.id, id);
  assert.equal(appointment.date, addDays(today, 2));
  assert.deepEqual(await offersOf(asked), []);
  assert.ok((await freeOn(10)).includes('10:00'), 'the own time is free again');
});

test('appointment times that a longer timetable adds are reserved for the patients who asked for an earlier time, one time each [APPT-1, DOC-1]', async () => {
  const session = (from: string, to: string) => ({
    kind: 'booked' as const,
    weekdays: [...weekdays],
    date: null,
    from,
    to,
    validFrom: null,
    validUntil: null,
    slotMinutes: 30,
    places: 1,
    bufferMinutes: 0,
    walkInPercent: 0,
  });
  const save = async (...sessions: ReturnType<typeof session>[]) => {
    const { timetable } = await get(app, town.admin, 'getTimetable', { id: doctorId });
    const body = { sessions, seen: { sessions: timetable.sessions } };
    await get(app, town.admin, 'saveTimetable', { id: doctorId, body });
  };
  await save(session('14:00', '15:00'));
  const [first, second] = [await makePerson(app), await makePerson(app)];
  await wishes(first, await booked(first, 10, '14:00'), { leastNoticeMinutes: 1440 });
  await wishes(second, await booked(second, 10, '14:30'), { leastNoticeMinutes: 1440 });
  await save(session('14:00', '15:00'), session('18:00', '19:30'));
  const held = async () => {
    const desk = await get(app, town.receptionist, 'getHospitalEarlier');
    return desk.held.map((slot) => [slot.doctor.id, slot.date, slot.time, slot.freedBy]);
  };
  // Uses times of tomorrow evening. If tomorrow evening is less than a day away, uses the evening
  // after.
  const soonest = [1, 2].find(
    (ahead) =>
      instantFrom(addDays(today, ahead), '18:00', zone).getTime() - app.clock.now().getTime() >=
      86_400_000,
  );
  const date = addDays(today, soonest ?? 0);
  assert.deepEqual(await held(), [
    [doctorId, date, '18:00', 'added'],
    [doctorId, date, '18:30', 'added'],
  ]);
  const stranger = await makePerson(app);
  const body = { doctorId, date, time: '18:00' };
  assertRefused(await call(app, stranger, 'bookAppointment', { body }), 'held_for_somebody');
  await get(app, stranger, 'bookAppointment', { body: { ...body, time: '19:00' } });
  await ask();
  assert.equal((await offerOf(first)).time, '18:00');
  assert.equal((await offerOf(second)).time, '18:30');
});

test('when a day off is removed, that day’s times are reserved for patients who asked for an earlier time [APPT-1, DOC-1]', async () => {
  const date = addDays(today, 3);
  const range = { firstDay: date, lastDay: date };
  const { schedule } = await get(app, town.admin, 'addDayOff', { id: doctorId, body: range });
  const asked = await makePerson(app);
  await wishes(asked, await booked(asked, 10), { weekdays: [weekdayOf(date)] });
  const [off] = schedule.daysOff;
  assert.ok(off !== undefined);
  await get(app, town.admin, 'removeDayOff', { id: off.id });
  await ask();
  const offer = await offerOf(asked);
  assert.deepEqual([offer.date, offer.time], [date, '09:00']);
  assert.deepEqual((await freeOn(3)).includes('09:00'), false);
});

test('a cancelled time that fits no request for an earlier time can be booked at once [APPT-1]', async () => {
  const asked = await makePerson(app);
  await wishes(asked, await booked(asked, 10), { dayParts: ['evening'] });
  const leaver = await makePerson(app);
  await get(app, leaver, 'cancelAppointment', { id: await booked(leaver, 2) });
  assert.ok((await freeOn(2)).includes('10:00'));
});

test('an earlier time is offered first to the urgent patient, then to the longest-waiting patient, and never twice to the same patient [APPT-1]', async () => {
  const [first, second, urgent] = await Promise.all([
    makePerson(app),
    makePerson(app),
    makePerson(app),
  ]);
  await wishes(first, await booked(first, 10, '09:00'));
  await wishes(second, await booked(second, 10, '10:00'));
  const id = await booked(urgent, 10, '11:00');
  const body = { for: { kind: 'appointment', id }, terms: givenWish, urgency: 'urgent' };
  await get(app, town.receptionist, 'wishEarlierForPatient', { body });
  const leaver = await makePerson(app);
  await get(app, leaver, 'cancelAppointment', { id: await booked(leaver, 5) });
  const order: string[] = [];
  for (const person of [urgent, first, second]) {
    await ask();
    const offer = await offerOf(person);
    order.push(offer.reason);
    const declined = await get(app, person, 'declineOffer', { id: offer.id });
    assert.equal(declined.offer.state, 'declined');
    // Declining again gives the same answer.
    await get(app, person, 'declineOffer', { id: offer.id });
  }
  assert.deepEqual(order, ['urgent_first', 'longest_wish', 'longest_wish']);
  await ask();
  assert.ok((await freeOn(5)).includes('10:00'), 'nobody is left: open to all');
});

test('when a patient moves to an earlier time, the former time is offered to the next patient who asked for one [APPT-1]', async () => {
  const { asked } = await makeScene();
  const next = await makePerson(app);
  await wishes(next, await booked(next, 20));
  await ask();
  await get(app, asked, 'acceptOffer', { id: (await offerOf(asked)).id });
  await ask();
  const offer = await offerOf(next);
  assert.equal(offer.date, addDays(today, 10));
  const { held } = await get(app, town.admin, 'getHospitalEarlier');
  assert.deepEqual(
    held.map(({ freedBy, depth }) => ({ freedBy, depth })),
    [{ freedBy: 'chain', depth: 1 }],
  );
});

test('an expired offer of an earlier time is refused, and the time is offered to the next patient [APPT-1]', async () => {
  const { asked, id } = await makeScene();
  const next = await makePerson(app);
  await wishes(next, await booked(next, 10, '14:00'));
  await ask();
  const offer = await offerOf(asked);
  await app.db.run(
    sql`update earlier_offer set expires_at = clock_timestamp() where id = ${offer.id}`,
  );
  assertRefused(await call(app, asked, 'acceptOffer', { id: offer.id }), 'offer_over');
  assertRefused(await call(app, asked, 'declineOffer', { id: offer.id }), 'offer_over');
  const { upcoming } = await get(app, asked, 'listAppointments');
  assert.deepEqual(
    upcoming.map((each) => [each.id, each.date]),
    [[id, addDays(today, 10)]],
  );
  await ask();
  assert.equal((await offerOf(next)).date, addDays(today, 2));
});

test('an earlier time is also offered to a patient without a booking who accepts any doctor of the department [APPT-1]', async () => {
  const colleague = await makeDoctor(app, town.hospitalId);
  const anyOf = await makePerson(app);
  const body = {
    for: { kind: 'doctor', doctorId: colleague },
    terms: { ...givenWish, scope: 'department' },
  };
  const { wish } = await get(app, anyOf, 'wishEarlier', { body });
  assert.equal(wish.appointment, null);
  const leaver = await makePerson(app);
  await get(app, leaver, 'cancelAppointment', { id: await booked(leaver, 3) });
  await ask();
  const offer = await offerOf(anyOf);
  assert.equal(offer.instead, null);
  const { appointment } = await get(app, anyOf, 'acceptOffer', { id: offer.id });
  assert.equal(appointment.doctor.id, doctorId);
  const again = await get(app, anyOf, 'acceptOffer', { id: offer.id });
  assert.equal(again.appointment.id, appointment.id);
  assert.deepEqual((await get(app, anyOf, 'listOwnEarlier')).wishes, []);
});

test('a patient with a booking can accept a reserved time of another doctor of the department, and the booking moves there [APPT-1]', async () => {
  const own = doctorId;
  const asked = await makePerson(app);
  const id = await booked(asked, 10);
  await wishes(asked, id, { scope: 'department' });
  doctorId = await makeDoctor(app, town.hospitalId);
  const leaver = await makePerson(app);
  await get(app, leaver, 'cancelAppointment', { id: await booked(leaver, 3) });
  await ask();
  const { appointment } = await get(app, asked, 'acceptOffer', { id: (await offerOf(asked)).id });
  assert.deepEqual([appointment.id, appointment.doctor.id], [id, doctorId]);
  const query = { date: addDays(today, 10) };
  const { slots } = await get(app, undefined, 'getDoctorSlots', { id: own, query });
  assert.ok(slots.every(({ isFree }) => isFree));
});

test('a patient’s second request for an earlier time with the same doctor replaces the conditions and keeps the original request date [APPT-1]', async () => {
  const person = await makePerson(app);
  const id = await booked(person, 10);
  const first = await wishes(person, id);
  const second = await wishes(person, id, { dayParts: ['morning'] });
  assert.deepEqual([second.id, second.madeAt], [first.id, first.madeAt]);
  assert.deepEqual(second.terms.dayParts, ['morning']);
  for (let more = 0; more < 4; more += 1) {
    const full = await makeDoctor(app, town.hospitalId);
    const body = { for: { kind: 'doctor', doctorId: full }, terms: givenWish };
    await get(app, person, 'wishEarlier', { body });
  }
  const body = { for: { kind: 'doctor', doctorId: town.colleagueId }, terms: givenWish };
  assertRefused(await call(app, person, 'wishEarlier', { body }), 'too_many_wishes');
  const past = { ...givenWish, until: addDays(today, -1) };
  assertRefused(
    await call(app, person, 'wishEarlier', { body: { ...body, terms: past } }),
    'too_many_wishes',
  );
  await get(app, person, 'endEarlierWish', { id: first.id });
  assertRefused(
    await call(app, person, 'wishEarlier', { body: { ...body, terms: past } }),
    'invalid_request',
  );
});

test('a patient sees and answers only their own offers, and can end only their own requests for an earlier time [ROLE-1, APPT-1]', async () => {
  const { asked, wish } = await makeScene();
  await ask();
  const { id } = await offerOf(asked);
  const stranger = await makePerson(app);
  assertRefused(await call(app, stranger, 'acceptOffer', { id }), 'not_found');
  assertRefused(await call(app, stranger, 'declineOffer', { id }), 'not_found');
  assertRefused(await call(app, stranger, 'endEarlierWish', { id: wish.id }), 'not_found');
  assert.deepEqual(await get(app, stranger, 'listOwnEarlier'), { wishes: [], offers: [] });
  assertRefused(
    await call(app, town.otherAdmin, 'endEarlierWishForPatient', { id: wish.id }),
    'not_found',
  );
});

test('when a patient ends a request for an earlier time, its open offer ends and the time is offered to the next patient [APPT-1]', async () => {
  const { asked, wish } = await makeScene();
  const next = await makePerson(app);
  await wishes(next, await booked(next, 10, '14:00'));
  await ask();
  const { id } = await offerOf(asked);
  assert.deepEqual(await get(app, asked, 'endEarlierWish', { id: wish.id }), { ended: true });
  assertRefused(await call(app, asked, 'acceptOffer', { id }), 'offer_over');
  await ask();
  await offerOf(next);
});

test('the desk books a reserved time only with a reason, the reason is recorded, and the patient with the offer is notified [APPT-1, SEC-13]', async () => {
  const { asked } = await makeScene();
  await ask();
  const { id } = await offerOf(asked);
  const body = { ...onDay(2), patient: { kind: 'new', name: 'Kamla Devi', phone: '' } };
  assertRefused(
    await call(app, town.receptionist, 'bookForPatient', { body }),
    'held_for_somebody',
  );
  const given = { ...body, overHold: 'urgent' };
  const { appointment } = await get(app, town.receptionist, 'bookForPatient', { body: given });
  assert.equal(appointment.date, addDays(today, 2));
  assertRefused(await call(app, asked, 'acceptOffer', { id }), 'offer_over');
  assert.deepEqual(await notices(), ['earlier_offered', 'offer_over']);
  const row = await app.db.one<{ details: unknown }>(sql`
    select details from audit where action = 'book appointment' and outcome = 'ok'
    order by id desc limit 1`);
  assert.deepEqual(row.details, { overHold: 'urgent' });
});

test('the desk sees who was offered a time, until when and why, and can release a reserved time for everybody [APPT-1, SEC-13]', async () => {
  const { asked, wish } = await makeScene();
  await ask();
  const offer = await offerOf(asked);
  const shown = await get(app, town.receptionist, 'getHospitalEarlier');
  const [held] = shown.held;
  assert.equal(held?.offer?.patient.name, asked.name);
  assert.equal(held.offer.patient.phone, '+919811004321', 'given with the booking');
  assert.equal(held.offer.expiresAt, offer.expiresAt);
  assert.equal(held.asked, 1);
  assert.deepEqual(
    shown.wishes.map(({ id }) => id),
    [wish.id],
  );
  const elsewhere = await get(app, town.otherAdmin, 'getHospitalEarlier');
  assert.deepEqual([elsewhere.held, elsewhere.wishes], [[], []]);
  await get(app, town.receptionist, 'releaseHeld', { id: held.id });
  assertRefused(await call(app, town.receptionist, 'releaseHeld', { id: held.id }), 'offer_over');
  assertRefused(await call(app, town.otherAdmin, 'releaseHeld', { id: held.id }), 'not_found');
  assert.ok((await freeOn(2)).includes('10:00'));
  assertRefused(await call(app, asked, 'acceptOffer', { id: offer.id }), 'offer_over');
});

test('the statistics count the freed times, the filled times, the days gained by patients and the offers per filled time [APPT-1]', async () => {
  const { asked } = await makeScene();
  await ask();
  await get(app, asked, 'acceptOffer', { id: (await offerOf(asked)).id });
  const { figures } = await get(app, town.admin, 'getHospitalEarlier');
  assert.deepEqual([figures.freed, figures.filled], [1, 1]);
  assert.equal(figures.medianDaysWon, 8);
  assert.equal(figures.offersPerFill, 1);
  assert.ok(figures.share !== null && figures.share.lower < 0.5 && figures.share.upper === 1);
});

test('the desk sees a free time within the next two hours, and which booked patient on site could be seen then [APPT-1]', async () => {
  const person = await makePerson(app);
  const id = await booked(person, 0, '15:00');
  await get(app, town.receptionist, 'checkInForPatient', { id });
  const { gaps } = await get(app, town.receptionist, 'getHospitalEarlier');
  assert.deepEqual(
    gaps.map(({ time, why, onSite }) => [time, why, onSite.map(({ patient }) => patient.name)]),
    [['11:00', 'free', [person.name]]],
  );
});

for (const [what, change, code] of [
  [
    'a day off',
    () => sql`insert into day_off (doctor_id, first_day, last_day)
      values (${doctorId}, ${addDays(today, 1)}, ${addDays(today, 3)})`,
    'doctor_not_available',
  ],
  [
    'a deactivated doctor',
    () => sql`update doctor set deactivated_at = now() where id = ${doctorId}`,
    'doctor_not_available',
  ],
  [
    'a closed hospital',
    () => sql`update hospital set closed_at = now(), close_reason = 'A test'
      where id = ${town.hospitalId}`,
    'hospital_closed',
  ],
] as const) {
  test(`after ${what} an offer of an earlier time is refused, the booking stays, and the patient is notified that the time is gone [APPT-1]`, async () => {
    const { asked, id } = await makeScene();
    await ask();
    const offer = await offerOf(asked);
    await app.db.run(change());
    try {
      assertRefused(await call(app, asked, 'acceptOffer', { id: offer.id }), code);
      const row = await app.db.one<{ date: string }>(sql`
        select date from appointment where id = ${id}`);
      assert.equal(row.date, addDays(today, 10));
      await ask();
      assert.deepEqual(await notices(), ['earlier_offered', 'offer_over']);
      assert.deepEqual(await offersOf(asked), []);
    } finally {
      await app.db.run(sql`
        update hospital set closed_at = null, close_reason = null where id = ${town.hospitalId}`);
    }
  });
}

/** The secret of the link in the latest queued message. */
async function secretSent(): Promise<string> {
  const rows = await app.db.many<{ payload: unknown }>(sql`
    select payload from job order by id desc`);
  const text = JSON.stringify(rows);
  const found = /\/earlier#([\w-]{16,64})/u.exec(text)?.[1];
  assert.ok(found !== undefined, text.slice(0, 500));
  return found;
}

test('a patient accepts an offer by the link in the message and the last four digits of the phone, without signing in, and the page shows no name [APPT-1, SEC-5]', async () => {
  const { asked, id } = await makeScene();
  await ask();
  const secret = await secretSent();
  const read = await call(app, undefined, 'readOfferLink', { body: { secret } });
  assert.equal(read.status, 200);
  assert.ok(!read.text.includes(asked.name) && !read.text.includes(asked.userId));
  const wrong = { secret, lastDigits: '0000' };
  const unknown = { secret: 'x'.repeat(43), lastDigits: '4321' };
  const refused = await call(app, undefined, 'acceptOfferLink', { body: wrong });
  assertRefused(refused, 'offer_not_matched');
  const absent = await call(app, undefined, 'acceptOfferLink', { body: unknown });
  assert.deepEqual(absent.body, refused.body);
  const right = { secret, lastDigits: '४३२१' };
  const { offer } = await get(app, undefined, 'acceptOfferLink', { body: right });
  assert.equal(offer.state, 'accepted');
  const row = await app.db.one<{ date: string }>(
    sql`select date from appointment where id = ${id}`,
  );
  assert.equal(row.date, addDays(today, 2));
  assertRefused(await call(app, undefined, 'declineOfferLink', { body: right }), 'offer_over');
});

test('after six wrong digits the link of an offer is blocked for a quarter of an hour [SEC-7]', async () => {
  const limited = await makeTestApp({ beside: app, rateLimit: true });
  try {
    await makeScene();
    await ask();
    const body = { secret: await secretSent(), lastDigits: '0000' };
    for (let tries = 0; tries < 5; tries += 1) {
      assertRefused(
        await call(limited, undefined, 'acceptOfferLink', { body }),
        'offer_not_matched',
      );
    }
    const right = { ...body, lastDigits: '4321' };
    assertRefused(
      await call(limited, undefined, 'acceptOfferLink', { body: right }),
      'too_many_attempts',
    );
  } finally {
    await limited.close();
  }
});

test('erasing a patient deletes the patient’s requests and offers of an earlier time, and the time is offered to the next patient [SEC-14]', async () => {
  const asked = await makePerson(app);
  const body = { for: { kind: 'doctor', doctorId }, terms: givenWish };
  await get(app, asked, 'wishEarlier', { body });
  const next = await makePerson(app);
  await wishes(next, await booked(next, 10));
  const leaver = await makePerson(app);
  await get(app, leaver, 'cancelAppointment', { id: await booked(leaver, 3) });
  await ask();
  const { id } = await offerOf(asked);
  await get(app, asked, 'requestErasure', { body: { language: 'en' } });
  await app.db.run(sql`
    update erasure_request set due_at = ${app.clock.now()} where account_id = ${asked.userId}`);
  assert.equal(await carryOutErasures({ db: app.db, clock: app.clock }), 1);
  const left = await app.db.one<{ count: number }>(sql`
    select count(*) as count from earlier_offer where id = ${id}`);
  assert.equal(left.count, 0);
  await ask();
  await offerOf(next);
});

test('the data export contains the request for an earlier time and the offer, but not the secret of the link [PROF-1]', async () => {
  const { asked, wish } = await makeScene();
  await ask();
  const { data } = await get(app, asked, 'exportOwnData');
  const text = JSON.stringify(data);
  assert.ok(text.includes(wish.id));
  assert.ok(!text.includes('linkHash'));
});

test('merging two patient records moves the request for an earlier time to the remaining record [DESK-10, APPT-1]', async () => {
  const ids: string[] = [];
  for (const name of ['Kamla Devi', 'Kamala Devi']) {
    const { queue } = await get(app, town.admin, 'addWalkIn', { body: { name, doctorId } });
    await get(app, town.admin, 'removeEntry', { id: queue.id });
    ids.push(queue.patient.id);
  }
  const [stays = '', goes = ''] = ids;
  const body = { for: { kind: 'doctor', doctorId, patientId: goes }, terms: givenWish };
  await get(app, town.receptionist, 'wishEarlierForPatient', {
    body: { ...body, urgency: 'soon' },
  });
  await get(app, town.admin, 'mergePatients', { id: stays, body: { goneId: goes } });
  const { wishes: shown } = await get(app, town.receptionist, 'getHospitalEarlier');
  assert.deepEqual(
    shown.map(({ patient, urgency }) => [patient.id, urgency]),
    [[stays, 'soon']],
  );
});

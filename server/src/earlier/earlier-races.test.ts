/**
 * Tests race conditions of offers of an earlier time: answers, expiries, cancellations and changes
 * that happen at the same moment [APPT-1].
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { after, before, beforeEach, test } from 'node:test';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { cancelForPatient } from '../appointments/cancel-appointment.use-case.ts';
import { moveForPatient } from '../appointments/move-appointment.use-case.ts';
import type { StaffActor } from '../platform/actor.ts';
import type { StaffContext } from '../platform/context.ts';
import { hashLinkSecret } from '../platform/secrets/link-secret.ts';
import type { Result } from '../platform/result.ts';
import { addDays, dayAt, instantFrom } from '../schedule/calendar.rules.ts';
import { type Attempts, makeAttempts } from '../identity/attempts/attempts.ts';
import { publicUrl } from '../testing/identity-app.ts';
import { call, get, makeTestApp, type TestApp } from '../testing/test-app.ts';
import { givenWish } from '../testing/test-bodies.ts';
import {
  forgetBookings,
  makeDoctor,
  makePerson,
  makeTown,
  type Town,
} from '../testing/test-people.ts';
import { zoneWhereItIs } from '../testing/test-zones.ts';
import { acceptOfferLink, declineOfferLink } from './answer-offer.use-case.ts';
import { askNext } from './ask-next.ts';

let app: TestApp;
let attempts: Attempts;
let town: Town;
let zone: string;
let today: string;
before(async () => {
  app = await makeTestApp({ isListening: true });
  attempts = makeAttempts({ db: app.db, clock: app.clock, enabled: false });
  zone = zoneWhereItIs(10, app.clock.now());
  town = await makeTown(app, { timeZone: zone });
  today = dayAt(app.clock.now(), zone);
});
after(() => app.close());
beforeEach(async () => {
  await forgetBookings(app);
});

/** The context of a server process whose clock is wrong by the given milliseconds. */
function contextOf(ms = 0) {
  const clock = { now: () => new Date(app.clock.now().getTime() + ms) };
  return { db: app.db, clock, actor: null, address: '203.0.113.7' };
}

function staff(): StaffContext {
  const { userId, name, email } = town.receptionist;
  const actor: StaffActor = {
    userId,
    name,
    email,
    role: 'receptionist',
    hospitalId: town.hospitalId,
    doctorId: null,
    sessionId: randomUUID(),
    emailVerified: true,
    phone: null,
    tokenExpiresAt: Number.POSITIVE_INFINITY,
    mustSetUpTwoFactor: false,
    provedAt: app.clock.now(),
    isAtSeveral: false,
    idleMinutes: null,
  };
  return { ...contextOf(), actor };
}

function ask(ms = 0): Promise<void> {
  const { db, clock } = contextOf(ms);
  return askNext({ db, clock, publicUrl });
}

interface Booked {
  readonly patientId: string;
  readonly id: string;
}

/**
 * Makes a patient whom the desk entered, with a booking and a request for any earlier time. If
 * `wishes` is false, the patient makes no request.
 */
async function bookedAt(
  doctorId: string,
  { days, time = '10:00', wishes = true }: { days: number; time?: string; wishes?: boolean },
): Promise<Booked> {
  const date = addDays(today, days);
  const { id: patientId } = await app.db.one<{ id: string }>(sql`
    insert into patient (name, phone) values ('Kamla Devi', '+919811004321') returning id`);
  const { id } = await app.db.one<{ id: string }>(sql`
    insert into appointment (hospital_id, doctor_id, patient_id, date, time, starts_at, status, booked_at)
    values (${town.hospitalId}, ${doctorId}, ${patientId}, ${date}, ${time},
      ${instantFrom(date, time, zone)}, 'booked', ${app.clock.now()}) returning id`);
  if (wishes) {
    await app.db.run(sql`
      insert into earlier_wish (hospital_id, patient_id, appointment_id, doctor_id, scope, weekdays,
        day_parts, least_notice_minutes, urgency, made_by, made_at)
      values (${town.hospitalId}, ${patientId}, ${id}, ${doctorId}, 'doctor', '{}', '{}', 0, 0,
        'staff', clock_timestamp())`);
  }
  return { patientId, id };
}

function cancel(id: string) {
  return cancelForPatient(staff(), id, undefined, publicUrl);
}

/** Gives an offer a link whose secret the test knows. */
async function linkOf(offerId: string) {
  const secret = `link-of-${offerId}`;
  await app.db.run(sql`
    update earlier_offer set link_hash = ${hashLinkSecret(secret)} where id = ${offerId}`);
  return { secret, lastDigits: '4321' };
}

async function openOfferOf(patientId: string): Promise<string | undefined> {
  const row = await app.db.maybeOne<{ id: string }>(sql`
    select id from earlier_offer where patient_id = ${patientId} and state = 'open'`);
  return row?.id;
}

/** Makes a patient who has a booking in ten days and an offer of a place in three days. */
async function makeAsked(doctorId: string) {
  const asked = await bookedAt(doctorId, { days: 10 });
  const leaver = await bookedAt(doctorId, { days: 3, wishes: false });
  assert.ok((await cancel(leaver.id)).ok);
  await ask();
  const offerId = await openOfferOf(asked.patientId);
  assert.ok(offerId !== undefined);
  return { ...asked, offerId, link: await linkOf(offerId) };
}

async function bookingOf(id: string): Promise<{ date: string; status: string; moves: number }> {
  return app.db.one(sql`select date, status, moves from appointment where id = ${id}`);
}

/**
 * Lists violations of the rules that must hold after every commit; all rules are checked in one
 * statement.
 */
async function broken(): Promise<unknown[]> {
  return app.db.many(sql`
    select 'two holders of a place' as what, doctor_id::text || date::text || time as which from (
      select doctor_id, date, time, place from appointment where status <> 'cancelled'
      union all select doctor_id, date, time, place from held_slot where state = 'open') held
    group by doctor_id, date, time having count(*) > 1
    union all select 'two bookings of a patient', patient_id::text from appointment
      where status <> 'cancelled' group by patient_id having count(*) > 1
    union all select 'an open offer of a place that is not held', o.id::text
      from earlier_offer o join held_slot s on s.id = o.held_slot_id
      where o.state = 'open' and s.state <> 'open'
    union all select 'a place filled without an acceptance', s.id::text from held_slot s
      where s.state = 'filled' and not exists (
        select from earlier_offer o where o.held_slot_id = s.id and o.state = 'accepted')`);
}

test('when two devices accept one offer of an earlier time at once, the appointment moves once and both devices show it [APPT-1]', async () => {
  const doctorId = await makeDoctor(app, town.hospitalId);
  const person = await makePerson(app);
  const body = { doctorId, date: addDays(today, 10), time: '10:00' };
  const { appointment } = await get(app, person, 'bookAppointment', { body });
  const wish = { for: { kind: 'appointment', id: appointment.id }, terms: givenWish };
  await get(app, person, 'wishEarlier', { body: wish });
  const leaver = await bookedAt(doctorId, { days: 3, wishes: false });
  assert.ok((await cancel(leaver.id)).ok);
  await ask();
  const [offer] = (await get(app, person, 'listOwnEarlier')).offers;
  assert.ok(offer !== undefined);
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => call(app, person, 'acceptOffer', { id: offer.id })),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map(() => 200),
  );
  assert.deepEqual(await bookingOf(appointment.id), {
    date: addDays(today, 3),
    status: 'booked',
    moves: 1,
  });
  assert.deepEqual(await broken(), []);
});

test('when a hundred offers of an earlier time are accepted as they expire, each is accepted completely or refused as expired [APPT-1]', async (t) => {
  const doctorId = await makeDoctor(app, town.hospitalId);
  const times = ['09:00', '10:00', '11:00', '14:00', '15:00', '16:00'];
  const asked: (Booked & { date: string; offerId: string })[] = [];
  for (let number = 0; number < 100; number += 1) {
    const days = 3 + Math.floor(number / times.length);
    const time = times[number % times.length] ?? '09:00';
    const own = await bookedAt(doctorId, { days: days + 20, time });
    const date = addDays(today, days);
    const { id: heldId } = await app.db.one<{ id: string }>(sql`
      insert into held_slot (hospital_id, doctor_id, date, time, minutes, place, starts_at, freed_at,
        freed_by, depth)
      values (${town.hospitalId}, ${doctorId}, ${date}, ${time}, 30, 1,
        ${instantFrom(date, time, zone)}, now(), 'cancelled', 5) returning id`);
    const { id: offerId } = await app.db.one<{ id: string }>(sql`
      insert into earlier_offer (held_slot_id, wish_id, patient_id, reason, offered_at, expires_at,
        link_hash)
      select ${heldId}, w.id, w.patient_id, 'longest_wish', now(), now() + interval '1 hour', ''||w.id
      from earlier_wish w where w.appointment_id = ${own.id} returning id`);
    asked.push({ ...own, date, offerId });
  }
  const links = await Promise.all(asked.map(({ offerId }) => linkOf(offerId)));
  await app.db.run(sql`
    update earlier_offer set expires_at = clock_timestamp() + interval '2500 milliseconds'`);
  const ends = ask();
  const answers = await Promise.all(
    links.map(async (link, number) => {
      await sleep(number * 20);
      return acceptOfferLink(contextOf(), link, { attempts, publicUrl });
    }),
  );
  await ends;
  await ask();
  let accepted = 0;
  for (const [number, { id, date, offerId }] of asked.entries()) {
    const answer = answers[number];
    const booking = await bookingOf(id);
    const { state } = await app.db.one<{ state: string }>(sql`
      select state from earlier_offer where id = ${offerId}`);
    if (answer?.ok === true) {
      accepted += 1;
      assert.deepEqual([booking.date, booking.moves, state], [date, 1, 'accepted']);
    } else {
      assert.equal(answer?.ok === false && answer.code, 'offer_over');
      assert.deepEqual([booking.moves, state], [0, 'expired']);
    }
  }
  t.diagnostic(`${accepted} of 100 were accepted in time`);
  assert.deepEqual(await broken(), []);
});

const meetings: Readonly<Record<string, (doctorId: string, asked: Booked) => Promise<unknown>>> = {
  'a cancellation': (_doctorId, { id }) => cancel(id),
  'a move by the desk': (_doctorId, { id }) =>
    moveForPatient(staff(), id, { date: addDays(today, 12), time: '11:00' }, publicUrl),
  'a day off': (doctorId) =>
    app.db.run(sql`
      insert into day_off (doctor_id, first_day, last_day)
      values (${doctorId}, ${addDays(today, 3)}, ${addDays(today, 3)})`),
  'a deactivated doctor': (doctorId) =>
    app.db.run(sql`update doctor set deactivated_at = now() where id = ${doctorId}`),
  'the task that asks': () => ask(),
  'a declined offer': async (_doctorId, { patientId }) => {
    const offerId = await openOfferOf(patientId);
    if (offerId === undefined) return undefined;
    const link = { secret: `link-of-${offerId}`, lastDigits: '4321' };
    return declineOfferLink(contextOf(), link, attempts);
  },
};

for (const [what, meet] of Object.entries(meetings)) {
  test(`when a patient accepts an earlier time at the same moment as ${what}, the booking is either moved or unchanged [APPT-1]`, async () => {
    for (let round = 0; round < 8; round += 1) {
      const doctorId = await makeDoctor(app, town.hospitalId);
      const asked = await makeAsked(doctorId);
      const accept = () => acceptOfferLink(contextOf(), asked.link, { attempts, publicUrl });
      const both = [accept, () => meet(doctorId, asked)] as const;
      const [first, second] = round % 2 === 0 ? both : ([both[1], both[0]] as const);
      const answers = await Promise.all([first(), second()]);
      const answer = answers[round % 2] as Result<unknown>;
      const booking = await bookingOf(asked.id);
      const days = answer.ok ? [3, 12] : [10, 12];
      assert.ok(
        days.some((day) => booking.date === addDays(today, day)),
        JSON.stringify({ answer, booking }),
      );
      if (!answer.ok) assert.ok(['offer_over', 'doctor_not_available'].includes(answer.code));
      assert.deepEqual(await broken(), []);
    }
  });
}

test('when a patient accepts an earlier time at the moment of the patient’s erasure, no offer is left [APPT-1, SEC-14]', async () => {
  const doctorId = await makeDoctor(app, town.hospitalId);
  const asked = await makeAsked(doctorId);
  const [answer] = await Promise.all([
    acceptOfferLink(contextOf(), asked.link, { attempts, publicUrl }),
    app.db.transaction(async (tx) => {
      await tx.run(sql`select from patient where id = ${asked.patientId} for update`);
      await tx.run(sql`delete from earlier_offer where patient_id = ${asked.patientId}`);
      await tx.run(sql`delete from earlier_wish where patient_id = ${asked.patientId}`);
      return { ok: true, value: undefined };
    }),
  ]);
  if (!answer.ok) {
    assert.ok(['not_found', 'offer_not_matched', 'offer_over'].includes(answer.code), answer.code);
  }
  assert.deepEqual(await app.db.many(sql`select from earlier_offer`), []);
});

test('two processes whose clocks differ by 90 seconds agree when an offer ends, because the database’s clock decides [APPT-1, SEC-19]', async () => {
  const doctorId = await makeDoctor(app, town.hospitalId);
  const ahead = 45_000;
  const first = await makeAsked(doctorId);
  await app.db.run(sql`
    update earlier_offer set expires_at = clock_timestamp() + interval '30 seconds'`);
  // By the fast clock of this process, the offer would already be over.
  await ask(ahead);
  assert.equal(await openOfferOf(first.patientId), first.offerId);
  const accepted = await acceptOfferLink(contextOf(ahead), first.link, { attempts, publicUrl });
  assert.ok(accepted.ok);

  const other = await makeDoctor(app, town.hospitalId);
  const second = await makeAsked(other);
  await app.db.run(sql`
    update earlier_offer set expires_at = clock_timestamp() - interval '1 second'
    where id = ${second.offerId}`);
  // By the slow clock of this process, the offer would still be open.
  const late = await acceptOfferLink(contextOf(-ahead), second.link, { attempts, publicUrl });
  assert.equal(!late.ok && late.code, 'offer_over');
  await Promise.all([ask(ahead), ask(-ahead)]);
  assert.deepEqual(await broken(), []);
});

type Step =
  | { readonly do: 'cancel' | 'accept' | 'decline' | 'expire'; readonly who: number }
  | { readonly do: 'move'; readonly who: number; readonly days: number }
  | { readonly do: 'book'; readonly days: number }
  | { readonly do: 'ask' };

const people = 5;
const who = fc.integer({ min: 0, max: people - 1 });
const days = fc.integer({ min: 3, max: 9 });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('accept' as const), who }) },
  { weight: 3, arbitrary: fc.constant({ do: 'ask' } as const) },
  fc.record({ do: fc.constantFrom('cancel' as const, 'decline' as const, 'expire' as const), who }),
  fc.record({ do: fc.constant('move' as const), who, days }),
  fc.record({ do: fc.constant('book' as const), days }),
);

async function take(step: Step, doctorId: string, booked: readonly Booked[]): Promise<void> {
  if (step.do === 'ask') return ask();
  if (step.do === 'book') {
    const body = {
      doctorId,
      date: addDays(today, step.days),
      time: '10:00',
      patient: { kind: 'new', name: 'Asha Verma', phone: '' },
    };
    await call(app, town.receptionist, 'bookForPatient', { body });
    return;
  }
  const person = booked[step.who];
  if (person === undefined) return;
  if (step.do === 'cancel') {
    await cancel(person.id);
    return;
  }
  if (step.do === 'move') {
    const to = { date: addDays(today, step.days), time: '10:00' };
    await moveForPatient(staff(), person.id, to, publicUrl);
    return;
  }
  const offerId = await openOfferOf(person.patientId);
  if (offerId === undefined) return;
  if (step.do === 'expire') {
    await app.db.run(sql`
      update earlier_offer set expires_at = clock_timestamp() where id = ${offerId}`);
    return;
  }
  const link = await linkOf(offerId);
  if (step.do === 'decline') await declineOfferLink(contextOf(), link, attempts);
  else await acceptOfferLink(contextOf(), link, { attempts, publicUrl });
}

test('while two processes offer earlier times at once, each patient keeps one booking and each slot is booked or reserved only once [APPT-1]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(step, step), { minLength: 3, maxLength: 8 }),
      async (pairs) => {
        const doctorId = await makeDoctor(app, town.hospitalId);
        const booked: Booked[] = [];
        for (let number = 0; number < people; number += 1) {
          booked.push(await bookedAt(doctorId, { days: 4 + number }));
        }
        for (const [one, other] of pairs) {
          const [found] = await Promise.all([
            broken(),
            take(one, doctorId, booked),
            take(other, doctorId, booked),
          ]);
          assert.deepEqual(found, []);
          assert.deepEqual(await broken(), []);
        }
        for (const { id, patientId } of booked) {
          const rows = await app.db.many<{ id: string }>(sql`
          select id from appointment where patient_id = ${patientId}`);
          assert.deepEqual(
            rows.map((row) => row.id),
            [id],
          );
        }
      },
    ),
    { numRuns: 12 },
  );
});

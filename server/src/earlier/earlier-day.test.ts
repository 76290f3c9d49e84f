/**
 * Simulates a day with 300 bookings and 60 requests for an earlier time on a test clock. Processes
 * are killed during the day, and the test reports the share of freed times that were filled
 * [APPT-1].
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { freePlace, type PlaceOfBooking } from '../held-slots/free-place.ts';
import { lockLine } from '../platform/hospital-sql/line-lock.store.ts';
import { ok } from '../platform/result.ts';
import { hashLinkSecret } from '../platform/secrets/link-secret.ts';
import { seededRandom } from '../replay/chance.rules.ts';
import { addDays, dayAt, instantFrom } from '../schedule/calendar.rules.ts';
import { type Attempts, makeAttempts } from '../identity/attempts/attempts.ts';
import { publicUrl } from '../testing/identity-app.ts';
import { makeTestApp, type TestApp } from '../testing/test-app.ts';
import { makeDoctor, makeHospital } from '../testing/test-people.ts';
import { acceptOfferLink, declineOfferLink } from './answer-offer.use-case.ts';
import { askNext } from './ask-next.ts';
import { readFigures } from './earlier.store.ts';

const zone = 'Asia/Kolkata';
const times = ['09:00', '10:00', '11:00', '14:00', '15:00', '16:00'];
const doctorCount = 10;
const dayCount = 5;
const wishCount = 60;
const cancellations = 45;
const stepMinutes = 5;

let app: TestApp;
let attempts: Attempts;
before(async () => {
  app = await makeTestApp();
  attempts = makeAttempts({ db: app.db, clock: app.clock, enabled: false });
});
after(() => app.close());

/** Keeps the server's own scheduled task, which uses another clock, from running. */
async function keepTaskAway(): Promise<void> {
  await app.db.run(sql`
    insert into turn (what, due_at) values ('Offering earlier times', now() + interval '50 seconds')
    on conflict (what) do update set due_at = excluded.due_at`);
}

interface Person {
  readonly patientId: string;
  readonly appointmentId: string;
}

async function bookAll(hospitalId: string, first: string): Promise<Person[]> {
  const people: Person[] = [];
  for (let number = 0; number < doctorCount; number += 1) {
    const doctorId = await makeDoctor(app, hospitalId);
    for (let day = 0; day < dayCount; day += 1) {
      const date = addDays(first, day);
      for (const time of times) {
        const row = await app.db.one<Person>(sql`
          with patients as (
            insert into patient (name, phone) values ('Kamla Devi', '+919811004321') returning id)
          insert into appointment (hospital_id, doctor_id, patient_id, date, time, starts_at, status,
            booked_at)
          select ${hospitalId}, ${doctorId}, id, ${date}, ${time}, ${instantFrom(date, time, zone)},
            'booked', now() from patients
          returning patient_id as "patientId", id as "appointmentId"`);
        people.push(row);
      }
    }
  }
  return people;
}

async function wishFor({ appointmentId }: Person, random: () => number, at: Date): Promise<void> {
  await app.db.run(sql`
    insert into earlier_wish (hospital_id, patient_id, appointment_id, doctor_id, scope, weekdays,
      day_parts, least_notice_minutes, urgency, made_by, made_at)
    select hospital_id, patient_id, id, doctor_id, ${random() < 0.5 ? 'doctor' : 'department'}, '{}',
      ${random() < 0.3 ? ['morning'] : []}::text[], ${Math.floor(random() * 180)},
      ${random() < 0.1 ? 2 : 0}, 'patient', ${at}
    from appointment where id = ${appointmentId}`);
}

/** Cancels an upcoming booking; false if the time of the booking has passed. */
async function cancel(id: string, now: Date): Promise<boolean> {
  const done = await app.db.transaction(async (tx) => {
    const row = await tx.one<PlaceOfBooking & { status: string }>(sql`
      select * from appointment where id = ${id}`);
    await lockLine(tx, row.doctor_id);
    if (row.status !== 'booked' || row.starts_at <= now) return ok(false);
    await tx.run(sql`
      update appointment set status = 'cancelled', cancelled_at = ${now}, cancelled_by = 'patient'
      where id = ${id}`);
    await freePlace(tx, row, { by: 'cancelled' }, now);
    return ok(true);
  });
  return done.ok && done.value;
}

/**
 * Simulates the minutes between two steps of the simulated day by moving the offers' times back,
 * since the database's clock cannot be moved.
 */
async function pass(): Promise<void> {
  await app.db.run(sql`
    update earlier_offer set offered_at = offered_at - ${stepMinutes} * interval '1 minute',
      expires_at = expires_at - ${stepMinutes} * interval '1 minute'
    where state = 'open'`);
}

/**
 * Starts work and kills it after some milliseconds, as the database sees a killed process: its
 * connections end, and its open transactions with them. Returns how many transactions were cut, and
 * whether the work failed.
 */
async function killed(work: () => Promise<unknown>, afterMs: number) {
  const failed = work().then(
    () => false,
    () => true,
  );
  await delay(afterMs);
  // A connection that ends only after its transaction would cut the next statement instead.
  const ended = await app.db.many(sql`
    select pg_terminate_backend(pid, 10_000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
      and usename = current_user`);
  return { cut: ended.length, failed: await failed };
}

test('on a day with 300 bookings and 60 requests for an earlier time, freed slots are filled and no slot is booked twice, though the server is killed again and again [APPT-1] @long', {
  timeout: 300_000,
}, async (t) => {
  const random = seededRandom(7);
  const hospitalId = await makeHospital(app, { timeZone: zone });
  const first = addDays(dayAt(app.clock.now(), zone), 1);
  let now = instantFrom(first, '08:00', zone);
  const clock = { now: () => now };
  const people = await bookAll(hospitalId, first);
  assert.equal(people.length, 300);
  const shuffled = people.toSorted(() => random() - 0.5);
  const wishing = shuffled.slice(0, wishCount);
  const leaving = shuffled.slice(wishCount, wishCount + cancellations);
  for (const [number, person] of wishing.entries()) {
    await wishFor(person, random, new Date(now.getTime() - (wishCount - number) * 60_000));
  }
  const steps = (10 * 60) / stepMinutes;
  /**
   * How each patient will answer an offer, if at all. The answer is drawn at random when the test
   * first sees the offer.
   */
  const answers = new Map<string, { after: number; accepts: boolean } | undefined>();
  let asked = 0;
  let cancelled = 0;
  let kills = 0;
  for (let step = 0; step < steps; step += 1) {
    await keepTaskAway();
    const leavesNow = leaving.filter((_, n) => Math.floor((n * steps) / leaving.length) === step);
    for (const { appointmentId } of leavesNow) {
      if (await cancel(appointmentId, now)) cancelled += 1;
    }
    const ask = () => askNext({ db: app.db, clock, publicUrl });
    kills += (await killed(ask, random() * 12)).cut;
    // Two processes handle the same held appointment times at once.
    await Promise.all([ask(), ask()]);
    const open = await app.db.many<{ id: string }>(sql`
      select id from earlier_offer where state = 'open'`);
    for (const { id } of open) {
      if (!answers.has(id)) {
        asked += 1;
        const accepts = random() < 0.75;
        const isSilent = random() < 0.3;
        answers.set(id, isSilent ? undefined : { after: step + Math.floor(random() * 4), accepts });
      }
      const answer = answers.get(id);
      if (answer === undefined || answer.after > step) continue;
      const link = { secret: `link-of-${id}`, lastDigits: '4321' };
      await app.db.run(sql`
        update earlier_offer set link_hash = ${hashLinkSecret(link.secret)} where id = ${id}`);
      const context = { db: app.db, clock, actor: null, address: '203.0.113.7' };
      const send = () =>
        answer.accepts
          ? acceptOfferLink(context, link, { attempts, publicUrl })
          : declineOfferLink(context, link, attempts);
      // A patient whose answer was cut off sends it again.
      const { cut, failed } = await killed(send, random() * 6);
      kills += cut;
      if (failed) await send();
    }
    const doubled = await app.db.many(sql`
      select from (
        select doctor_id, date, time, place from appointment where status <> 'cancelled'
        union all select doctor_id, date, time, place from held_slot where state = 'open') held
      group by doctor_id, date, time having count(*) > 1`);
    assert.deepEqual(doubled, []);
    now = new Date(now.getTime() + stepMinutes * 60_000);
    await pass();
  }
  const booked = await app.db.one<{ count: number }>(sql`
    select count(*) as count from appointment where status = 'booked'`);
  assert.equal(booked.count, 300 - cancelled, 'nobody lost a booking');
  const figures = await readFigures(app.db, hospitalId, now);
  const { filled } = await app.db.one<{ filled: number }>(sql`
    select count(*) as filled from held_slot where state = 'filled' and depth = 0`);
  const fill = (100 * filled) / cancelled;
  t.diagnostic(
    `day of 300 bookings, 60 wishes, ${cancelled} cancellations: ${filled} freed times filled ` +
      `(${fill.toFixed(0)} %), ${figures.freed} held and ended with chains, ${figures.filled} of them filled, ` +
      `${asked} offers, ${kills} transactions cut by kills, median ${figures.median_days?.toFixed(1)} days won`,
  );
  assert.ok(filled > 0);
  assert.ok(kills > 0);
});

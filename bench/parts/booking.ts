/**
 * Measures listing the free appointment times of a hospital for a month, and booking a time that
 * many people want at once [APPT-1].
 */
import { offeredTimes } from '../../server/src/appointments/appointment.rules.ts';
import {
  type BookedLine,
  listDoctorsToBook,
  listTaken,
  type TakenRow,
} from '../../server/src/appointments/appointments.store.ts';
import { availabilityOf } from '../../server/src/appointments/appointments.view.ts';
import { openDatabase } from '../../server/src/platform/database/database.ts';
import { addDays, dayAt } from '../../server/src/schedule/calendar.rules.ts';
import {
  type Calendar,
  calendarOf,
  freeBeside,
} from '../../server/src/timetables/timetable.rules.ts';
import { type Figure, median, say } from '../figures.ts';
import { makeDoctors, makeHospital, settle } from '../setting/hospitals.ts';
import { interleaved, timeOf } from '../setting/rounds.ts';
import type { Pool } from '../setting/stage.ts';
import type { Part, Setting } from './part.ts';

const doctorCount = 300;
const days = 30;
/**
 * The number of doctors whose data one SQL statement inserts. The number is small enough for the
 * statement timeout.
 */
const doctorsAtOnce = 10;
const zone = 'Asia/Kolkata';
const rounds = 9;
const wanting = 200;
const places = 10;

export const booking: Part = {
  name: 'booking',
  summary: `the free times of ${doctorCount} doctors' month; ${wanting} book ${places} places at once`,
  measure,
};

async function measure({ stage, client, makePeople }: Setting): Promise<Figure[]> {
  const { pool } = stage;
  const hospitalId = await makeHospital(pool);
  const [contested = '', ...doctors] = await makeDoctors(pool, [hospitalId], doctorCount + 1);
  const people = await makePeople(wanting);
  const today = dayAt(new Date(), zone);
  await giveTimetables(pool, doctors);
  const patients = people.map(({ userId }) => userId);
  for (let at = 0; at < doctorCount; at += doctorsAtOnce) {
    const some = doctors.slice(at, at + doctorsAtOnce);
    await bookHalf(pool, { hospitalId, doctors: some, today, patients });
  }
  await settle(stage.superuser);

  const options = { poolSize: 1, onIdleError: () => undefined };
  const database = openDatabase({ ...options, connection: stage.connection });
  let figures: Figure[];
  try {
    const period = { from: today, to: addDays(today, days) };
    const read = await interleaved(rounds, {
      months: () => timeOf(() => readMonths(database, hospitalId)),
      bare: () => timeOf(() => listTaken(database, doctors, period)),
    });
    const { free, bookings } = await readMonths(database, hospitalId);
    say(`  ${doctorCount} doctors, ${bookings} bookings, ${free} free places`);
    figures = [
      {
        name: `free times of ${doctorCount} doctors in ${days} days`,
        unit: 'ms',
        value: median(read.months),
        reference: median(read.bare),
        against: 'one indexed read of the same bookings',
        aim: 'under 100',
      },
    ];
  } finally {
    await database.close();
  }
  await giveOneTime(pool, contested);
  const body = { doctorId: contested, date: addDays(today, 1), time: '10:00' };
  let answers: { readonly status: number }[] = [];
  const spent = await timeOf(async () => {
    answers = await Promise.all(
      people.map(({ token }) => client.call('POST', '/appointments', token, body)),
    );
  });
  const booked = answers.filter(({ status }) => status === 201).length;
  const refused = answers.filter(({ status }) => status === 409).length;
  if (booked !== places || refused !== wanting - places) {
    throw new Error(`${booked} booked and ${refused} were refused.`);
  }
  return [
    ...figures,
    {
      name: `${wanting} book ${places} places at once: time for all`,
      unit: 'ms',
      value: spent,
      reference: undefined,
      against: `exactly ${places} booked, ${wanting - places} refused`,
      aim: '',
    },
  ];
}

async function readMonths(
  db: Parameters<typeof listTaken>[0],
  hospitalId: string,
): Promise<{ free: number; bookings: number }> {
  const now = new Date();
  const from = dayAt(now, zone);
  const doctors = await listDoctorsToBook(db, hospitalId, {
    after: undefined,
    limit: doctorCount,
  });
  const ids = doctors.map(({ id }) => id);
  const taken = await listTaken(db, ids, { from, to: addDays(from, days) });
  const byDay = Map.groupBy(taken, ({ doctor_id: id, date }) => `${id} ${date}`);
  const calendar = calendarOf(zone);
  const free = doctors.reduce(
    (sum, doctor) => sum + freePlacesOf(doctor, byDay, { now, calendar }),
    0,
  );
  return { free, bookings: taken.length };
}

function freePlacesOf(
  doctor: BookedLine,
  taken: ReadonlyMap<string, readonly TakenRow[]>,
  { now, calendar }: { readonly now: Date; readonly calendar: Calendar },
): number {
  const availability = availabilityOf(doctor);
  const today = dayAt(now, zone);
  let free = 0;
  for (let ahead = 0; ahead <= days; ahead += 1) {
    const date = addDays(today, ahead);
    const freeOf = freeBeside(taken.get(`${doctor.id} ${date}`) ?? []);
    for (const slot of offeredTimes(date, availability, now, calendar)) free += freeOf(slot);
  }
  return free;
}

/**
 * Gives each doctor a timetable for six days a week: mornings in slots of 10 minutes with two
 * places, evenings in slots of 15 minutes.
 */
async function giveTimetables(pool: Pool, doctors: readonly string[]): Promise<void> {
  await pool.query(
    `insert into timetable_session (doctor_id, position, kind, weekdays, from_time, to_time,
      slot_minutes, places, buffer_minutes, walk_in_percent)
    select id, position, 'booked',
      '{monday,tuesday,wednesday,thursday,friday,saturday}', begins, ends, minutes, places, 0, 0
    from unnest($1::uuid[]) as id,
      (values (0, '09:00', '13:00', 10, 2), (1, '17:00', '20:00', 15, 1))
        as session (position, begins, ends, minutes, places)`,
    [doctors],
  );
}

async function giveOneTime(pool: Pool, doctorId: string): Promise<void> {
  await pool.query(
    `insert into timetable_session (doctor_id, position, kind, weekdays, from_time, to_time,
      slot_minutes, places, buffer_minutes, walk_in_percent)
    values ($1, 0, 'booked', '{monday,tuesday,wednesday,thursday,friday,saturday,sunday}',
      '10:00', '10:30', 30, $2, 0, 0)`,
    [doctorId, places],
  );
}

interface Bookings {
  readonly hospitalId: string;
  readonly doctors: readonly string[];
  readonly today: string;
  readonly patients: readonly string[];
}

/**
 * Books the first of the two places of each morning slot. No patient gets two bookings with one
 * doctor on a day.
 */
async function bookHalf(pool: Pool, { hospitalId, doctors, today, patients }: Bookings) {
  await pool.query(
    `insert into appointment (hospital_id, doctor_id, patient_id, date, time, minutes, starts_at,
      status, booked_at)
    select $1, doctor.id, ($4::uuid[])[1 + (doctor.n * 31 + slot) % $5::int], day::date,
      to_char(time '09:00' + slot * interval '10 minutes', 'HH24:MI'), 10,
      (day::date + time '09:00' + slot * interval '10 minutes') at time zone '${zone}',
      'booked', now()
    from unnest($2::uuid[]) with ordinality as doctor (id, n),
      generate_series($3::date + 2, $3::date + $6::int, interval '1 day') as day,
      generate_series(0, 23) as slot`,
    [hospitalId, doctors, today, patients, patients.length, days],
  );
}

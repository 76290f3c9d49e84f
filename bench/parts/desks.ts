/**
 * What a change costs with many screens of a hospital open: each asks for the counts of the day and for
 * the hospital's doctors a moment after it, and all of them at the same moment.
 */
import { expectStatus } from '../setting/client.ts';
import { cpuMsOf, cpuMsOfConnections } from '../setting/cpu.ts';
import { lineUp, makeDoctors, makeHospital, settle } from '../setting/hospitals.ts';
import { employ, type Person } from '../setting/people.ts';
import { interleaved } from '../setting/rounds.ts';
import { type Figure, median } from '../figures.ts';
import { type Part, pick, type Setting } from './part.ts';

const doctorCount = 300;
const waitingEach = 10;
const screenCount = 20;
const pageSize = 100;
const rounds = 12;
const pastDays = 14;
const visitsADay = 20;

export const desks: Part = {
  name: 'desks',
  summary: `${screenCount} screens of a hospital with ${doctorCount} doctors and ${doctorCount * waitingEach} waiting`,
  measure,
};

async function measure({ stage, client, recorder, makePeople }: Setting): Promise<Figure[]> {
  const { pool, superuser } = stage;
  await recorder.close();
  const hospitalId = await makeHospital(pool);
  const doctors = await makeDoctors(pool, [hospitalId], doctorCount);
  const waiting = await makePeople(doctorCount * waitingEach);
  const entries: string[] = [];
  for (const [index, doctorId] of doctors.entries()) {
    const people = waiting.slice(index * waitingEach, (index + 1) * waitingEach);
    entries.push(pick(await lineUp(pool, { hospitalId, doctorId }, people), 0));
  }
  await pool.query(pastVisits, [doctors, pick(waiting, 0).userId, pastDays, visitsADay]);
  const staff = await makePeople(screenCount);
  await employ(pool, staff, hospitalId, 'receptionist');
  // A receptionist calls nobody in.
  const admins = await makePeople(1);
  await employ(pool, admins, hospitalId, 'hospital_admin');
  await settle(superuser);

  async function readPages(screen: Person): Promise<void> {
    let after = '';
    for (;;) {
      const path = `/hospitals/${hospitalId}/doctors?limit=${pageSize}${after}`;
      const answer = await client.call('GET', path, screen.token);
      const { next } = JSON.parse(expectStatus(answer, 200).body) as { next: string | null };
      if (next === null) return;
      after = `&after=${next}`;
    }
  }

  async function follow(screen: Person): Promise<void> {
    const counts = client.call('GET', `/hospitals/${hospitalId}/queues/counts`, screen.token);
    await Promise.all([counts.then((answer) => expectStatus(answer, 200)), readPages(screen)]);
  }

  let changes = 0;
  /** CPU of server and database for one change and the screens that follow it, milliseconds. */
  const change = (screens: readonly Person[]) => async () => {
    const before = await cpuOfAll();
    const path = `/queues/${pick(entries, changes)}/start`;
    changes += 1;
    expectStatus(await client.call('POST', path, pick(admins, 0).token, {}), 200);
    await Promise.all(screens.map(follow));
    return (await cpuOfAll()) - before;
  };
  const cpuOfAll = async () =>
    cpuMsOf(stage.server.process.pid) + (await cpuMsOfConnections(superuser));

  const cpu = await interleaved(rounds, {
    none: change([]),
    one: change(staff.slice(0, 1)),
    all: change(staff),
  });
  const cost = { none: median(cpu.none), one: median(cpu.one), all: median(cpu.all) };
  return [
    {
      name: `CPU of a change that ${screenCount} screens follow`,
      unit: 'ms',
      value: cost.all,
      reference: cost.one,
      against: 'one screen follows it',
      aim: '',
    },
    {
      name: 'CPU of a change that one screen follows',
      unit: 'ms',
      value: cost.one,
      reference: cost.none,
      against: 'no screen is open',
      aim: '',
    },
  ];
}

/** What two weeks leave behind: visits that a mean wait could be read from. */
const pastVisits = `
  insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, joined_at, approved_at,
    started_at, ended_at)
  select d.hospital_id, d.id, $2, 'completed', 'medium', at, at, at + interval '20 min',
    at + interval '30 min'
  from doctor d, generate_series(1, $3::int) as day, generate_series(1, $4::int) as visit,
    lateral (select now() - day * interval '1 day' + visit * interval '10 min' as at) times
  where d.id = any($1::uuid[])`;

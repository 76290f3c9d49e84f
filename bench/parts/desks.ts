/**
 * Measures what a change costs while many screens of one hospital are open and receive the
 * hospital's statistics in one event. The reference is the cost if each screen requested the
 * statistics and the doctors itself.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { expectStatus } from '../setting/client.ts';
import { cpuMsOf, cpuMsOfConnections } from '../setting/cpu.ts';
import { lineUp, makeDoctors, makeHospital, settle } from '../setting/hospitals.ts';
import { employ, type Person } from '../setting/people.ts';
import { interleaved } from '../setting/rounds.ts';
import { openScreens } from '../setting/screens.ts';
import { type Figure, median } from '../figures.ts';
import { type Part, pick, type Setting } from './part.ts';

const doctorCount = 300;
const waitingEach = 10;
const screenCount = 20;
const pageSize = 100;
const rounds = 12;
const pastDays = 14;
const visitsADay = 20;
/** The wait in ms after a change, until the server has sent all events about the change. */
const restMs = 300;
/**
 * An interval in ms. It is a little longer than the interval at which the server checks all lines
 * for changed waits.
 */
const lookEveryMs = 61_000;
const lookMayTakeMs = 15_000;

export const desks: Part = {
  name: 'desks',
  summary: `${screenCount} screens of a hospital with ${doctorCount} doctors and ${doctorCount * waitingEach} waiting`,
  measure,
};

// oxlint-disable-next-line eslint/max-lines-per-function -- a measurement has its steps in one function
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
  for (let day = 1; day <= pastDays; day += 1) {
    await pool.query(visitsOfDay, [doctors, pick(waiting, 0).userId, day, visitsADay]);
  }
  const staff = await makePeople(screenCount);
  await employ(pool, staff, hospitalId, 'receptionist');
  // Calls patients in as administrators, because a receptionist may not call a patient in.
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

  const cpuOfAll = async () =>
    cpuMsOf(stage.server.process.pid) + (await cpuMsOfConnections(superuser));

  let changes = 0;
  async function change(): Promise<void> {
    const path = `/queues/${pick(entries, changes)}/start`;
    changes += 1;
    expectStatus(await client.call('POST', path, pick(admins, 0).token, {}), 200);
  }

  /**
   * The CPU time in milliseconds that the server and the database spend on a piece of work, and on
   * the events that follow it.
   */
  async function cpuOf(work: () => Promise<unknown>): Promise<number> {
    const before = await cpuOfAll();
    await work();
    await sleep(restMs);
    return (await cpuOfAll()) - before;
  }

  const asked = (screens: readonly Person[]) => () =>
    cpuOf(async () => {
      await change();
      await Promise.all(screens.map(follow));
    });
  const notified = (people: readonly Person[]) => async () => {
    const screens = await openScreens(stage.server.port, people);
    await sleep(restMs);
    const cpu = await cpuOf(() => Promise.all([screens.heard('hospital_figures'), change()]));
    screens.close();
    await sleep(restMs);
    return cpu;
  };

  const cpu = await interleaved(rounds, {
    none: asked([]),
    askedOne: asked(staff.slice(0, 1)),
    askedAll: asked(staff),
    notifiedOne: notified(staff.slice(0, 1)),
    notifiedAll: notified(staff),
  });
  const cost = {
    none: median(cpu.none),
    askedOne: median(cpu.askedOne),
    askedAll: median(cpu.askedAll),
    notifiedOne: median(cpu.notifiedOne),
    notifiedAll: median(cpu.notifiedAll),
  };
  const idle = await cpuOf(() => sleep(lookMayTakeMs));
  const screens = await openScreens(stage.server.port, staff);
  await change();
  await sleep(lookEveryMs);
  const look = await cpuOf(async () => {
    await Promise.all([screens.heard('hospital_figures'), change()]);
    await sleep(lookMayTakeMs);
  });
  screens.close();

  const figure = (name: string, value: number, reference: number, against: string, aim = '') => {
    return { name, unit: 'ms', value, reference, against, aim };
  };
  const all = `${screenCount} screens`;
  return [
    figure(
      `CPU of a change that is sent to ${all}`,
      cost.notifiedAll,
      cost.notifiedOne,
      'one screen gets it',
    ),
    figure(
      'CPU of a change that is sent to one screen',
      cost.notifiedOne,
      cost.none,
      'no screen is open',
    ),
    figure(
      `CPU of a change that is sent to ${all}`,
      cost.notifiedAll,
      cost.askedAll,
      'they ask, as before',
    ),
    figure(
      'CPU of a change after which one screen asks',
      cost.askedOne,
      cost.none,
      'no screen is open',
    ),
    figure(
      `CPU of the look at all lines, once a minute, ${all}`,
      look,
      idle,
      'as long without a change',
    ),
  ];
}

/** Inserts visits of past days, from which the server computes a mean wait. */
const visitsOfDay = `
  insert into queue_entry (hospital_id, doctor_id, patient_id, status, urgency, joined_at, approved_at,
    started_at, ended_at)
  select d.hospital_id, d.id, $2, 'completed', 'medium', at, at, at + interval '20 min',
    at + interval '30 min'
  from doctor d, generate_series(1, $4::int) as visit,
    lateral (select now() - $3::int * interval '1 day' + visit * interval '10 min' as at) times
  where d.id = any($1::uuid[])`;

/** Makes the doctors whose visits are measured, each with a patient and a receptionist. */
import { pick } from '../parts/part.ts';
import { type Client, entryIn, expectStatus } from './client.ts';
import { makeDoctors, makeHospital } from './hospitals.ts';
import { employ, type MakePeople, type Person } from './people.ts';
import type { Pool } from './stage.ts';

/**
 * The people of one measured visit: a patient who joins, a receptionist who approves and calls in,
 * and their doctor.
 */
export interface Desk {
  readonly patient: Person;
  readonly admin: Person;
  readonly doctorId: string;
  readonly hospitalId: string;
}

export async function makeDesks(
  pool: Pool,
  makePeople: MakePeople,
  count: number,
): Promise<Desk[]> {
  const hospitalId = await makeHospital(pool);
  const doctors = await makeDoctors(pool, [hospitalId], count);
  const patients = await makePeople(count);
  const admins = await makePeople(count);
  await employ(pool, admins, hospitalId, 'hospital_admin');
  return doctors.map((doctorId, index) => ({
    patient: pick(patients, index),
    admin: pick(admins, index),
    doctorId,
    hospitalId,
  }));
}

/** Makes one visit over HTTP; `onAction` receives the duration of each action, in milliseconds. */
export async function visitOverHttp(
  client: Client,
  { patient, admin, doctorId }: Desk,
  onAction: (ms: number) => void = () => undefined,
): Promise<void> {
  const call: Client['call'] = async (...given) => {
    const began = performance.now();
    const answer = await client.call(...given);
    onAction(performance.now() - began);
    return answer;
  };
  const joined = await call('POST', '/queues/request', patient.token, { doctorId });
  const entry = entryIn(expectStatus(joined, 201).body);
  for (const action of ['approve', 'start', 'complete']) {
    const path = `/queues/${entry}/${action}`;
    expectStatus(await call('POST', path, admin.token, {}), 200);
  }
}

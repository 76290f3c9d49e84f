/** Prepares the demonstration data for the pictures of the help: a request, bookings, a counter. */
import { getCurrentUser } from '@baari/contract/account/identity.ts';
import { listHospitalDoctors } from '@baari/contract/doctor/doctor.ts';
import { addDayOff } from '@baari/contract/hospital/schedule.ts';
import { makeScreen } from '@baari/contract/hospital/screen.ts';
import { listLines } from '@baari/contract/lines/shared-line.ts';
import {
  approveRequest,
  listHistory,
  rejectRequest,
  requestPlace,
} from '@baari/contract/queue/queue.ts';
import { bookAppointment, getDoctorSlots } from '@baari/contract/visit/appointment.ts';
import { addWalkIn } from '@baari/contract/visit/arrival.ts';
import { type Account, call } from '../support/api.ts';
import { type DemoName, demoAccount, makePatient } from '../support/people.ts';
import { twice } from './twice.ts';

export interface Scene {
  readonly accounts: Readonly<Record<DemoName | 'newcomer' | 'waiting' | 'refused', Account>>;
  /** The ids in the addresses of the pictures. */
  readonly ids: Readonly<Record<string, string>>;
}

const dayMs = 86_400_000;

/** Prepares what the demonstration lacks, and returns the ids. Throws if something is missing. */
export async function prepareScene(origin: string): Promise<Scene> {
  const [patient, reception, doctor, admin] = await Promise.all(
    (['patient', 'reception', 'doctor', 'admin'] as const).map((name) => demoAccount(origin, name)),
  );
  if (!patient || !reception || !doctor || !admin) throw new Error('An account is missing.');
  const newcomer = await makePatient(origin, 'Devika Menon');
  const waiting = await makePatient(origin, 'Ravi Kamath');
  const refused = await makePatient(origin, 'Leela Menon');
  const accounts = { newcomer, waiting, refused, patient, reception, doctor, admin };
  const { user } = await call(doctor, getCurrentUser);
  const hospitalId = user.hospitalId ?? '';
  const doctorId = user.doctorId ?? '';
  const { doctors } = await call(reception, listHospitalDoctors, { id: hospitalId });
  const idOf = (name: string) => doctors.find((each) => each.name === name)?.id ?? '';
  const soughtId = idOf('Dr. Arjun Deshpande');
  for (const age of [61, 62]) {
    await call(reception, addWalkIn, {
      body: { ...twice, age, doctorId: idOf('Dr. Rohan Patil') },
    });
  }
  const waitingId = await standInLine(accounts, idOf('Dr. Nandini Joshi'), soughtId);
  await book(accounts, doctorId, idOf('Dr. Rohan Patil'));
  const history = await call(patient, listHistory, { query: {} });
  const finished = history.queues.find(({ status }) => status === 'completed');
  const made = await call(admin, makeScreen, { body: { kind: 'kiosk', name: 'Entrance' } });
  const ids = {
    hospitalId,
    doctorId,
    soughtId,
    waitingId,
    finishedId: finished?.id ?? '',
    pointId: await counterAtWork(reception),
    kiosk: new URL(made.url).hash.slice(1),
  };
  const missing = Object.entries(ids).filter(([, id]) => id === '');
  if (missing.length > 0) throw new Error(`No id for ${missing.map(([name]) => name).join(', ')}.`);
  return { accounts, ids };
}

/** One patient is refused, and another one waits; returns the id of the place. */
async function standInLine(
  { waiting, refused, reception }: Scene['accounts'],
  refusedBy: string,
  doctorId: string,
): Promise<string> {
  const symptoms = 'Chest feels tight when I climb the stairs, since Monday.';
  const request = await call(refused, requestPlace, { body: { doctorId: refusedBy, symptoms } });
  const reason = 'This doctor sees children only. Please ask Dr. Deshpande.';
  await call(reception, rejectRequest, { id: request.queue.id, body: { reason } });
  const { queue } = await call(waiting, requestPlace, { body: { doctorId, symptoms } });
  await call(reception, approveRequest, { id: queue.id, body: {} });
  return queue.id;
}

/** The patient has a booking, and two bookings with another doctor are on a day off. */
async function book(
  { waiting, admin }: Scene['accounts'],
  doctorId: string,
  awayId: string,
): Promise<void> {
  for (const id of [doctorId, awayId]) {
    const { today } = await call(waiting, getDoctorSlots, { id });
    const from = new Date(Date.parse(today) + 2 * dayMs).toISOString().slice(0, 10);
    const day = await call(waiting, getDoctorSlots, { id, query: { date: from } });
    const date = day.nextFreeDay ?? from;
    const { slots } = await call(waiting, getDoctorSlots, { id, query: { date } });
    const time = slots.filter(({ isFree }) => isFree)[id === doctorId ? 0 : 3]?.time ?? '';
    await call(waiting, bookAppointment, { body: { doctorId: id, date, time } });
    if (id === awayId) {
      await call(admin, addDayOff, { id, body: { firstDay: date, lastDay: date } });
    }
  }
}

/** A counter that serves a patient in the demonstration, and that no doctor uses. */
async function counterAtWork(reception: Account): Promise<string> {
  const { lines } = await call(reception, listLines);
  const points = lines.filter(({ inside }) => inside > 0).flatMap((line) => line.points);
  return points.find(({ doctor, state }) => doctor === null && state === 'open')?.id ?? '';
}

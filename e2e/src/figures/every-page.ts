/** Every page of the product, by the person who opens it, for tests and measurements that visit all. */
import { addWalkIn } from '@baari/contract/visit/arrival.ts';
import { getCurrentUser } from '@baari/contract/account/identity.ts';
import { listOpenEntries, listWaiting } from '@baari/contract/queue/queue.ts';
import { makeScreen } from '@baari/contract/hospital/screen.ts';
import { listLines } from '@baari/contract/lines/shared-line.ts';
import { type Account, call } from '../support/api.ts';

export type Reader = 'stranger' | 'patient' | 'reception' | 'doctor' | 'admin';

/** Parts that begin with a colon are replaced with ids by `addressOf`. */
export const everyPage: Readonly<Record<Reader, readonly string[]>> = {
  stranger: [
    '/',
    '/about',
    '/terms',
    '/privacy',
    '/contact',
    '/login',
    '/signup',
    '/signup/patient',
    '/signup/hospital',
    '/signup/hospital/create',
    '/hospital/create',
    '/signup/hospital/join',
    '/invitation',
    '/email-verification',
    '/phone-verification',
    '/signed-in',
    '/forgot-password',
    '/reset-password?token=abc',
    '/earlier',
    '/booking',
    '/display/:hospitalId#:display',
    '/kiosk/:hospitalId#:kiosk',
    '*',
  ],
  patient: [
    '/profile',
    '/patient/dashboard',
    '/patient/queue',
    '/patient/visits/:visitId',
    '/patient/visits/:visitId/questions',
    '/here/:hospitalId',
    '/patient/reports',
    '/patient/hospital/:hospitalId/reports',
    '/patient/hospital/:hospitalId',
    '/patient/hospital/:hospitalId/queue',
    '/patient/hospital/:hospitalId/doctor/:doctorId',
    '/patient/doctor/:doctorId',
  ],
  reception: [
    '/staff/queue/:hospitalId',
    '/staff/visits/:waitingId/questions',
    '/staff/visits/:waitingId/paper',
    '/staff/dashboard',
    '/staff/counter',
    '/staff/counter/:pointId',
  ],
  doctor: ['/doctor/view/:doctorId', '/doctor/profile', '/doctor/console/:doctorId'],
  admin: [
    '/hospital/dashboard',
    '/hospital/dashboard?view=queue',
    '/hospital/dashboard?view=appointments',
    '/hospital/dashboard?view=reports',
    '/hospital/dashboard?view=lines',
    '/hospital/dashboard?view=screens',
    '/hospital/dashboard?view=keys',
    '/hospital/dashboard?view=team',
    '/hospital/dashboard?view=analytics',
    '/hospital/dashboard?view=replay',
    '/hospital/dashboard?view=ratings',
    '/hospital/dashboard?view=audit',
    '/hospital/profile',
  ],
};

type Ids = Readonly<Record<string, string>>;

/** The address of a page, with the ids in the places of their names. */
export function addressOf(pattern: string, ids: Ids): string {
  if (pattern === '*') return '/nowhere';
  return pattern.replaceAll(/:(?<name>[a-zA-Z]+)/gu, (_, name: string) => ids[name] ?? '');
}

/**
 * Adds a walk-in patient and two screens to the hospital of the demonstration and returns the ids
 * that the addresses need. Throws an error if one is missing.
 */
export async function makeIds(
  { admin, doctor, patient }: Readonly<Record<'admin' | 'doctor' | 'patient', Account>>,
  walkIn: { readonly name: string; readonly symptoms: string },
): Promise<Ids> {
  const { user } = await call(doctor, getCurrentUser);
  const hospitalId = user.hospitalId ?? '';
  const doctorId = user.doctorId ?? '';
  const own = await call(patient, listOpenEntries);
  await call(admin, addWalkIn, { body: { ...walkIn, doctorId } });
  const waiting = await call(admin, listWaiting, { id: hospitalId });
  const points = (await call(admin, listLines)).lines.flatMap((line) => line.points);
  const secretOf = async (kind: 'display' | 'kiosk') => {
    const { url } = await call(admin, makeScreen, { body: { kind, name: 'Hall' } });
    return new URL(url).hash.slice(1);
  };
  const ids = {
    hospitalId,
    doctorId,
    visitId: own.queues[0]?.id ?? '',
    waitingId: waiting.queues[0]?.id ?? '',
    pointId: points.find(({ doctor: ownDoctor }) => ownDoctor === null)?.id ?? '',
    display: await secretOf('display'),
    kiosk: await secretOf('kiosk'),
  };
  const missing = Object.entries(ids).filter(([, id]) => id === '');
  if (missing.length > 0) throw new Error(`No id for ${missing.map(([name]) => name).join(', ')}.`);
  return ids;
}

/** Switches between the hospitals of a user [ROLE-9]. */
import { actForHospital } from '@baari/contract/account/identity.ts';
import { call } from '../api/client.ts';
import { reloadUser } from './session.ts';

/**
 * Switches this session to another hospital of the user. Every tab of the session then reloads for
 * that hospital.
 */
export async function actFor(hospitalId: string): Promise<void> {
  await call(actForHospital, { body: { hospitalId } });
  await reloadUser();
}

/** The switch from one hospital where somebody works to another [ROLE-9]. */
import { actForHospital } from '@baari/contract/account/identity.ts';
import { call } from '../api/client.ts';
import { reloadUser } from './session.ts';

/** This session acts for that hospital from now on; every tab of it opens there anew. */
export async function actFor(hospitalId: string): Promise<void> {
  await call(actForHospital, { body: { hospitalId } });
  await reloadUser();
}

import { isSessionProblem } from '../../../api/client.ts';
import { reloadUser } from '../../../session/session.ts';

/** Reloads the user after a contact change; if that fails the next page load does it. */
export async function reloadOwnUser(): Promise<void> {
  try {
    await reloadUser();
  } catch (failure) {
    if (!isSessionProblem(failure)) console.warn('The user could not be read again', failure);
  }
}

import { isSessionProblem } from '../../../api/client.ts';
import { reloadUser } from '../../../session/session.ts';

/** The contact is set; a page that could not be told reads it the next time. */
export async function reloadOwnUser(): Promise<void> {
  try {
    await reloadUser();
  } catch (failure) {
    if (!isSessionProblem(failure)) console.warn('The user could not be read again', failure);
  }
}

import { isSessionProblem } from '../../../api/client.ts';
import { reloadUser } from '../../../session/session.ts';

/**
 * Reloads the user after the email or phone was changed. If that fails, the next page load shows
 * the new contact.
 */
export async function reloadOwnUser(): Promise<void> {
  try {
    await reloadUser();
  } catch (failure) {
    if (!isSessionProblem(failure)) console.warn('The user could not be read again', failure);
  }
}

/** Creates a hospital with its administrator from the completed form [WIZ-3, WIZ-4]. */
import { createHospital, type HospitalCreation } from '@baari/contract/hospital/hospital.ts';
import { call } from '../../api/client.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { ApiProblem, isPassing } from '../../api/problems/problem.ts';
import { draftPlaces, forgetDraft } from '../../device/draft.ts';
import {
  currentSession,
  reloadUser,
  signIn,
  signUp,
  waitForSession,
} from '../../session/session.ts';
import { clearSavedCreation, saveCreation } from './saved-creation.ts';

export type CreationOutcome = 'created' | 'must-verify' | 'not-verified' | 'mismatch';

/** How long to wait for the session to load, in ms. The specification allows this time. */
const waitMs = 1000;

/**
 * The first attempt to create a hospital. Creates an account if nobody is signed in, then the
 * hospital if the email is verified.
 */
export async function submitCreation(
  creation: HospitalCreation,
  password: string,
  verificationPath: string,
): Promise<CreationOutcome> {
  if (!currentSession().user) {
    const opened = await openAccount(creation, password, verificationPath);
    if (!opened) return 'mismatch';
  }
  const { user } = currentSession();
  if (user && user.email !== creation.adminEmail) return 'mismatch';
  if (!user?.emailVerified) {
    saveCreation(creation);
    return 'must-verify';
  }
  return create(creation);
}

/**
 * Continues the hospital's creation with the saved form data after the email verification [WIZ-4].
 */
export async function resumeCreation(creation: HospitalCreation): Promise<CreationOutcome> {
  const { user } = await waitForSession((state) => state.user !== null, waitMs);
  if (!user) return 'mismatch';
  const fresh = await reloadUser();
  if (!fresh.emailVerified) return 'not-verified';
  if (fresh.email !== creation.adminEmail) return 'mismatch';
  return create(creation);
}

/**
 * Creates an account. If the email address already has an account, signs in with the typed
 * password.
 */
async function openAccount(
  { adminEmail, adminFirstName, adminLastName }: HospitalCreation,
  password: string,
  callbackURL: string,
): Promise<boolean> {
  const name = `${adminFirstName} ${adminLastName}`;
  try {
    await signUp({ name, email: adminEmail, password, callbackURL });
    return true;
  } catch (failure) {
    if (!(failure instanceof ApiProblem) || failure.code !== 'email_in_use') throw failure;
  }
  try {
    await signIn({ email: adminEmail, password, rememberMe: true });
    return true;
  } catch (failure) {
    if (failure instanceof ApiProblem && failure.status === 401) return false;
    throw failure;
  }
}

async function create(creation: HospitalCreation): Promise<CreationOutcome> {
  const idempotencyKey = newIdempotencyKey();
  const send = () => call(createHospital, { body: creation, idempotencyKey });
  await send().catch((failure: unknown) => {
    if (!isPassing(failure)) throw failure;
    return send();
  });
  clearSavedCreation();
  forgetDraft(draftPlaces.hospital);
  await reloadUser();
  await waitForSession((state) => state.user?.role === 'hospital_admin', waitMs);
  return 'created';
}

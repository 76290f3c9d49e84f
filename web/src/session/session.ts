/**
 * The user's session in this browser tab, and all functions that change the session [AUTH-1…3,
 * ENT-6, ENT-7].
 */
import { tokenRefreshSeconds } from '@baari/contract/constants.ts';
import type { SignedInUser, WaysLeft } from '@baari/contract/account/identity.ts';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { call } from '../api/client.ts';
import { identityCall } from '../api/identity.ts';
import { ApiProblem, isPassing, notAuthenticated, noUser } from '../api/problems/problem.ts';
import { forgetSent, takeUserSent } from '../api/sent-with-page.ts';
import { forgetLastPlace } from '../device/last-place.ts';
import { clearLeft, hasLeft, markLeft } from '../device/left-mark.ts';
import { setVisit } from '../device/personal-storage.ts';
import { giveUpSubscription } from '../device/push-subscription.ts';
import { closeNotifications } from '../device/shown-notifications.ts';
import {
  clearKept,
  forgetLocked,
  forgetTaken,
  isLockedFor,
  isTakenFrom,
  keepLocked,
  keepTaken,
  keepUser,
  onKeptUserChanged,
  readKeptUser,
  broadcastSignedOut,
} from './kept-session.ts';
import { keptAnswers } from './kept-answers.ts';
import { homeOf, practiceDeskOf } from './access.ts';
import { setActing } from './acting.ts';
import { forgetToken, onSessionLost, refreshToken, wantToken, wasSessionIdle } from './token.ts';
import { type IdentityUser, ownerOf, readClaims, userFromIdentity } from './user.ts';

export type SessionState =
  | { readonly status: 'checking'; readonly user: null }
  | { readonly status: 'signed-in'; readonly user: SignedInUser }
  /**
   * `leaving` is true from sign-out until the landing page is shown. Meanwhile no access check
   * redirects to /login.
   */
  | {
      readonly status: 'signed-out';
      readonly user: null;
      readonly leaving: boolean;
      /**
       * True if the session was ended elsewhere, for example on another device. The sign-in page
       * then says so.
       */
      readonly isTaken?: true;
    };

const store = createStore<SessionState>(() => ({ status: 'checking', user: null }));

/** Whether the page is locked because its session expired for inactivity. */
const lockStore = createStore(() => ({ isLocked: false }));

export function useIsLocked(): boolean {
  return useStore(lockStore, ({ isLocked }) => isLocked);
}

export function useSession(): SessionState {
  return useStore(store);
}

/** The signed-in user, or null. */
export function useUser(): SignedInUser | null {
  return useStore(store, (state) => state.user);
}

/** Whether a user is signed in and the page is not locked. */
export function isHere(): boolean {
  return store.getState().user !== null && !lockStore.getState().isLocked;
}

/** The current session, for code outside components. */
export function currentSession(): SessionState {
  return store.getState();
}

/**
 * Waits for the first check of the session, and then until `fits` returns true for the session, for
 * at most `ms`. Resolves with the session.
 */
export async function waitForSession(
  fits: (state: SessionState) => boolean,
  ms: number,
): Promise<SessionState> {
  await startSession();
  if (fits(store.getState())) return store.getState();
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve(store.getState());
    };
    const timer = setTimeout(finish, ms);
    const unsubscribe = store.subscribe((state) => {
      if (fits(state)) finish();
    });
  });
}

let starting: Promise<void> | null = null;
let refreshTimer: ReturnType<typeof setInterval> | undefined;

/** Loads the session once per page, and keeps the session current from then on. */
export function startSession(): Promise<void> {
  starting ??= restore();
  return starting;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** If false, the session ends when the browser closes [LOGIN-1]. */
  readonly rememberMe: boolean;
}

/**
 * Signs the user in. If the server refuses, rejects with an ApiProblem whose code gives the reason
 * [ERR-3].
 */
export async function signIn(credentials: Credentials): Promise<SignedInUser> {
  await beginSigningIn(credentials.rememberMe);
  await identityCall('signInWithEmail', credentials);
  return openSession();
}

export interface NewAccount {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** The path on this site that the mailed link opens. */
  readonly callbackURL: string;
}

/**
 * Creates an account, signs the user in, and sends the verification mail [API-27]. If the
 * installation hides which accounts exist, nobody is signed in yet and the result is null.
 */
export async function signUp(account: NewAccount): Promise<SignedInUser | null> {
  await beginSigningIn(true);
  await identityCall('signUpWithEmail', account);
  const session = await identityCall('getSession');
  return session ? openSession() : null;
}

/**
 * Whether the call that sets the user's role succeeded. If the call failed, the user is signed in
 * nevertheless.
 */
export interface Entered {
  readonly isRoleSet: boolean;
}

/** Creates an account and gives it the patient role. The new token contains the role [SIGN-3]. */
export async function signUpAsPatient(account: NewAccount): Promise<Entered | null> {
  if (!(await signUp(account))) return null;
  return takePatientRole({ fullName: account.name });
}

/**
 * Gives the account the patient role. Every account has this role by default [ROLE-6], so a network
 * failure is retried once and then ignored.
 */
async function takePatientRole(given: { fullName?: string; phone?: string }): Promise<Entered> {
  try {
    const { setRole } = await import('@baari/contract/account/identity.ts');
    const send = () => call(setRole, { body: { role: 'patient', ...given } });
    await send().catch((failure: unknown) => {
      if (!isPassing(failure)) throw failure;
      return send();
    });
    await reloadUser();
    return { isRoleSet: true };
  } catch (failure) {
    // The session has ended, so the failure is not about setting the role.
    if (store.getState().user === null) throw failure;
    console.warn('Failed to set role', failure);
    return { isRoleSet: false };
  }
}

/**
 * Signs the user out at once and opens the landing page [AUTH-2]. Until the server has ended the
 * session, a cookie in this browser marks the session as void.
 */
export async function signOut(): Promise<void> {
  markLeft();
  leave();
  await Promise.all([giveUpSubscription(), finishSignOut()]);
}

/**
 * The interval in ms after which the sign-out on the server is retried. An online event retries at
 * once.
 */
const retryMs = 30_000;

let finishing: Promise<void> | null = null;

/**
 * Ends the session on the server. A failed call is retried until somebody signs in in this browser.
 */
function finishSignOut(): Promise<void> {
  finishing ??= endOnServer().finally(() => {
    finishing = null;
  });
  return finishing;
}

async function endOnServer(): Promise<void> {
  try {
    await identityCall('signOut', {});
    clearLeft();
  } catch (failure) {
    console.warn('The server was not informed of the sign-out', failure);
    retryLater();
  }
}

function retryLater(): void {
  if (typeof document === 'undefined') return;
  const again = () => {
    clearTimeout(timer);
    removeEventListener('online', again);
    // If somebody has signed in meanwhile, the sign-out mark is gone and the server has ended the
    // old session.
    if (hasLeft()) void finishSignOut();
  };
  const timer = setTimeout(again, retryMs);
  addEventListener('online', again);
}

/**
 * Waits for a pending sign-out before a sign-in. Otherwise the sign-out would end the new session.
 */
async function beginSigningIn(rememberMe: boolean): Promise<void> {
  await finishing;
  await ending;
  setVisit(!rememberMe);
}

/** Sends the verification mail again. The link in the mail leads to `callbackURL` [VERI-1]. */
export async function resendVerification(email: string, callbackURL: string): Promise<void> {
  await identityCall('resendVerification', { email, callbackURL });
}

/** The code that was sent to a phone, and the id of the phone confirmation. */
export interface PhoneCode {
  readonly phoneNumber: string;
  readonly code: string;
  readonly confirmation: string;
  /** If false, the session ends when the browser closes [LOGIN-1]. */
  readonly rememberMe: boolean;
}

/**
 * The data for the call that sets the role after a first sign-in by phone [VERI-5]. The call can
 * only grant the patient role.
 */
export interface NewPatient {
  readonly fullName: string;
}

/**
 * Signs the user in, or signs a new user up if the phone number is new. Rejects with an ApiProblem
 * if the server refuses [VERI-6].
 */
export async function signInWithPhone(
  code: PhoneCode,
  patient: NewPatient | undefined,
): Promise<Entered> {
  await beginSigningIn(code.rememberMe);
  await identityCall('verifyPhoneCode', code);
  const user = await openSession();
  if (patient === undefined || user.role !== 'patient') return { isRoleSet: true };
  const { fullName } = patient;
  return takePatientRole({ phone: code.phoneNumber, ...(fullName === '' ? {} : { fullName }) });
}

/** Signs the user in with a passkey's response. A second factor is not needed. */
export async function signInWithPasskey(
  response: { readonly id: string; readonly response: { readonly clientDataJSON: string } },
  rememberMe: boolean,
): Promise<void> {
  await beginSigningIn(rememberMe);
  await identityCall('signInWithPasskey', { response, rememberMe });
  await openSession();
}

/**
 * Sends the code of an authenticator app, or a recovery code. Called after the server answered the
 * first factor with `second_factor_required`.
 */
export async function passSecondStep(kind: 'app' | 'recovery', code: string): Promise<void> {
  await identityCall(kind === 'app' ? 'verifyTotp' : 'verifyRecoveryCode', { code });
  await openSession();
}

/** Requests a link to set a new password [ROUTE-10]. */
export async function requestPasswordReset(email: string): Promise<void> {
  await identityCall('requestPasswordReset', { email });
}

/**
 * The account's remaining ways to sign in, and the token with which the user can remove all of
 * them.
 */
export interface ResetDone {
  readonly left: WaysLeft;
  readonly cleanup: string;
}

/** Sets the password with the token of the mailed link. The server also signs this browser out. */
export async function resetPassword(token: string, newPassword: string): Promise<ResetDone> {
  const done = await identityCall('resetPassword', { token, newPassword });
  if (store.getState().status === 'signed-in') forget(false);
  return done;
}

/**
 * Loads the session and the user from the server again. If nobody is signed in, that is not a
 * failure.
 */
export async function findSession(): Promise<void> {
  if (store.getState().status === 'signed-in') await reloadUser();
  else await lookForSession();
}

/** Requests a new token and reloads the user, after the email was verified or the role changed. */
export async function reloadUser(): Promise<SignedInUser> {
  const token = await refreshToken();
  if (token === null) {
    loseSession();
    throw noUser();
  }
  const user = await fetchUser(token);
  admit(user);
  return user;
}

let checkingRights: Promise<boolean> | undefined;

/**
 * Loads the user's rights from the server after a refused call or an ended live connection. Returns
 * true if they have changed. Concurrent calls share one request.
 */
export function checkRights(): Promise<boolean> {
  checkingRights ??= askRights().finally(() => {
    checkingRights = undefined;
  });
  return checkingRights;
}

async function askRights(): Promise<boolean> {
  const { user } = store.getState();
  if (user === null) return false;
  try {
    const after = await reloadUser();
    // A switch to another hospital reloads the page, so the changed rights need no message.
    return !isSwitched(user, after) && !hasSameRights(user, after);
  } catch (failure) {
    // The session has ended, so the user has no rights to compare.
    if (store.getState().user === null) return false;
    console.warn('What the user may do could not be read; the next refusal asks again', failure);
    return false;
  }
}

function hasSameRights(one: SignedInUser, other: SignedInUser): boolean {
  return (
    one.role === other.role &&
    one.hospitalId === other.hospitalId &&
    one.doctorId === other.doctorId
  );
}

/**
 * Whether two session users are the same person at two different hospitals. The person has then
 * switched to another hospital.
 */
function isSwitched(one: SignedInUser, other: SignedInUser): boolean {
  return (
    one.id === other.id &&
    one.hospitalId !== null &&
    other.hospitalId !== null &&
    one.hospitalId !== other.hospitalId
  );
}

/**
 * Loads the session after the server has renewed it, for example after a change of the second
 * factor. The old token is then no longer valid.
 */
export async function takeRenewedSession(): Promise<void> {
  try {
    await reloadUser();
  } catch (failure) {
    console.warn('The renewed session could not be read; the next call tries again', failure);
  }
}

/**
 * Called when the landing page is shown after a sign-out. From then on, pages that need a sign-in
 * redirect to the sign-in page again.
 */
export function finishLeaving(): void {
  const state = store.getState();
  if (state.status === 'signed-out' && state.leaving) showSignedOut(false);
}

async function restore(): Promise<void> {
  onSessionLost(loseSession);
  onKeptUserChanged(followOtherTab);
  // A page restored from the browser's back/forward cache missed the changes of other tabs.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) followOtherTab(readKeptUser());
  });
  const kept = readKeptUser();
  const sent = takeUserSent();
  if (hasLeft()) {
    // The sign-out has not reached the server yet, so this page starts with nobody signed in.
    forget(false);
    return void finishSignOut();
  }
  if (sent !== undefined) return takeOver(sent, kept);
  const patience = setTimeout(() => {
    if (kept && store.getState().status === 'checking') admit(kept);
  }, patienceMs);
  try {
    await (kept ? resume(kept) : lookForSession());
  } catch (failure) {
    console.warn('Nobody could be asked who is signed in', failure);
    // Another tab may have changed the session meanwhile.
    const { status, user } = store.getState();
    if (status !== 'checking' && user !== kept) return;
    if (!kept) return showSignedOut(false);
    believe(kept);
  } finally {
    clearTimeout(patience);
  }
}

/**
 * The time in ms to wait for the server. After it, the page shows the stored user and stored data.
 */
const patienceMs = 2000;

/** Shows the stored user as signed in while the server cannot be reached. */
function believe(kept: SignedInUser): void {
  admit(kept);
  addEventListener('online', () => void reloadQuietly(), { once: true });
}

/**
 * Uses the session that the server embedded in the page, because the stored user may be another
 * person.
 */
function takeOver(sent: SignedInUser | null, kept: SignedInUser | undefined): void {
  if (sent === null) return kept ? leaveTaken() : showSignedOut(false);
  if (kept?.id !== sent.id) forgetLastPlace();
  admit(sent);
}

/**
 * Shows the stored user as soon as the token confirms this user. The rest of the user's data is
 * loaded afterwards.
 */
async function resume(kept: SignedInUser): Promise<void> {
  wantToken();
  const token = await refreshToken();
  if (token === null) return leaveTaken();
  const isTheirs = ownerOf(token) === kept.id;
  if (!isTheirs) forgetOthers();
  const { role, hospitalId } = readClaims(token);
  const isAsKept = isTheirs && role === kept.role && hospitalId === kept.hospitalId;
  if (!isAsKept) return admit(await fetchUser(token));
  admit(kept);
  void reloadQuietly();
}

/**
 * Checks whether a session exists although no user is stored, for example after a mailed link was
 * opened.
 */
async function lookForSession(): Promise<void> {
  const session = await identityCall('getSession');
  // Another tab has signed somebody in while this tab's request was pending.
  if (store.getState().status === 'signed-in') return;
  if (!session) return showSignedOut(false);
  const token = await tokenOrNone();
  if (token === null) throw notAuthenticated();
  forgetOthers();
  if (token === undefined) return void admitWithoutClaims(session.user);
  admit(userFromIdentity(session.user, readClaims(token)));
  await completeUser(token);
}

/**
 * The identity token. Undefined if the server cannot issue a token now; null if nobody is signed
 * in.
 */
async function tokenOrNone(): Promise<string | null | undefined> {
  try {
    return await refreshToken();
  } catch (failure) {
    console.warn('The claims could not be fetched; identity data is used instead', failure);
    return undefined;
  }
}

/**
 * Shows the user as a patient from the identity provider's data alone, until the token's claims are
 * available [ENT-6].
 */
function admitWithoutClaims(identity: IdentityUser): SignedInUser {
  const user = userFromIdentity(identity, readClaims(''));
  admit(user);
  setTimeout(() => void askForClaims(user), claimsAgainMs);
  return user;
}

/** The interval in ms after which loading the token's claims is retried. */
const claimsAgainMs = 5000;

async function askForClaims(user: SignedInUser): Promise<void> {
  if (store.getState().user !== user) return;
  await reloadQuietly();
  if (store.getState().user === user) setTimeout(() => void askForClaims(user), claimsAgainMs);
}

async function openSession(): Promise<SignedInUser> {
  const token = await tokenOrNone();
  if (token === null) throw notAuthenticated();
  if (token === undefined) {
    const session = await identityCall('getSession');
    if (!session) throw notAuthenticated();
    if (store.getState().user?.id !== session.user.id) forgetOthers();
    return admitWithoutClaims(session.user);
  }
  const user = await fetchUser(token);
  if (store.getState().user?.id !== user.id) forgetOthers();
  admit(user);
  return user;
}

/** Deletes cached data of the browser, because the data may belong to another person. */
function forgetOthers(): void {
  forgetSent();
  keptAnswers().forget();
  forgetLastPlace();
  closeNotifications();
}

/**
 * Loads the user from the server. If that fails, uses the identity provider's data and the token's
 * claims [ENT-6].
 */
async function fetchUser(token: string): Promise<SignedInUser> {
  try {
    const { getCurrentUser } = await import('@baari/contract/account/identity.ts');
    const { user } = await call(getCurrentUser);
    return user;
  } catch (failure) {
    if (failure instanceof ApiProblem && failure.status === 401) throw failure;
    console.warn('The user could not be read; identity data is used instead', failure);
    const session = await identityCall('getSession');
    if (!session) throw notAuthenticated();
    return userFromIdentity(session.user, readClaims(token));
  }
}

async function reloadQuietly(): Promise<void> {
  try {
    const token = await refreshToken();
    if (token === null) return loseSession();
    await completeUser(token);
  } catch (failure) {
    console.warn('The user could not be read again', failure);
  }
}

/**
 * Loads user data that the token does not contain, such as a phone number. Does nothing if another
 * user has signed in meanwhile.
 */
async function completeUser(token: string): Promise<void> {
  const before = store.getState().user;
  const user = await fetchUser(token);
  if (store.getState().user === before) admit(user);
}

function admit(user: SignedInUser): void {
  wantToken();
  const before = store.getState().user;
  if (before !== null && isSwitched(before, user)) return openAt(user);
  // Data that was loaded for another role must not stay in the cache.
  if (before !== null && !hasSameRights(before, user)) keptAnswers().forget();
  keepUser(user);
  forgetTaken();
  if (lockStore.getState().isLocked && !unlockFor(user)) return;
  setActing(user.hospitalId);
  store.setState({ status: 'signed-in', user }, true);
  refreshTimer ??= setInterval(() => void refreshPeriodically(), tokenRefreshSeconds * 1000);
}

/**
 * Reloads the page after the user switched to another hospital. Until the reload no data is shown
 * or sent, because this page still requests data of the former hospital [ROLE-9].
 */
function openAt(user: SignedInUser): void {
  keepUser(user);
  forgetLocked();
  keptAnswers().stop();
  location.replace(user.practice === undefined ? homeOf(user) : practiceDeskOf(user));
}

/**
 * Refreshes the token at intervals until a refresh fails. After a failure, the next refused API
 * call refreshes the token [AUTH-3].
 */
async function refreshPeriodically(): Promise<void> {
  try {
    if ((await refreshToken()) === null) loseSession();
  } catch (failure) {
    console.warn('The token could not be refreshed', failure);
    stopRefreshing();
  }
}

function stopRefreshing(): void {
  clearInterval(refreshTimer);
  refreshTimer = undefined;
}

/**
 * Whether this browser has been idle for as long as the session allows. The code that measures this
 * is loaded for staff only.
 */
let isIdle = (): boolean => false;

export function judgeIdle(by: () => boolean): void {
  isIdle = by;
}

/**
 * Locks a staff page if the session expired for inactivity. Otherwise the session was ended
 * elsewhere, and the page signs out.
 */
function loseSession(): void {
  const { status, user } = store.getState();
  if (status !== 'signed-in' || lockStore.getState().isLocked) return;
  if (user.role !== 'patient' && (wasSessionIdle() || isIdle())) return lockSession();
  takeFrom(user);
}

function takeFrom({ role }: SignedInUser): void {
  leaveTaken();
  for (const listener of takenListeners) listener(role);
}

type TakenListener = (role: SignedInUser['role']) => void;
const takenListeners = new Set<TakenListener>();

/**
 * Calls the listener when a session was ended elsewhere, for example on another device. Returns a
 * function that stops listening.
 */
export function onSessionTaken(listener: TakenListener): () => void {
  takenListeners.add(listener);
  return () => {
    takenListeners.delete(listener);
  };
}

/**
 * Ends the session, but keeps the page with its unsaved work until the same person signs in again.
 */
export function lockSession(): void {
  const { status, user } = store.getState();
  if (status !== 'signed-in' || user.role === 'patient' || lockStore.getState().isLocked) return;
  lockStore.setState({ isLocked: true });
  // Called first, so that the other tabs also lock when they notice that the stored user was
  // deleted.
  keepLocked(user.id);
  stopRefreshing();
  forgetToken();
  forgetSent();
  clearKept();
  keptAnswers().stop();
  ending = endSession().finally(() => {
    ending = null;
  });
}

/** Discards the locked page and its data, because another person wants to sign in. */
export function leaveLocked(): void {
  forget(false);
}

let ending: Promise<void> | null = null;

/**
 * Ends the session on the server. If the request fails, the server ends the idle session by itself
 * a little later.
 */
async function endSession(): Promise<void> {
  try {
    await identityCall('signOut', {});
  } catch (failure) {
    console.warn('The server was not informed of the lock', failure);
  }
}

/**
 * Unlocks the page if the same person has signed in. If another person has signed in, deletes the
 * page's data, leaves the page, and returns false.
 */
function unlockFor(user: SignedInUser): boolean {
  forgetLocked();
  if (store.getState().user?.id !== user.id) {
    location.replace('/');
    return false;
  }
  lockStore.setState({ isLocked: false });
  keptAnswers().renew();
  return true;
}

function leave(): void {
  forget(true);
}

/**
 * Handles a session that was ended elsewhere. The page's access check redirects to sign-in, and
 * sign-in returns to the page; the browser's other tabs do the same.
 */
function leaveTaken(): void {
  const id = store.getState().user?.id ?? readKeptUser()?.id;
  // Called first, because other tabs read this mark when they notice that the stored user was
  // deleted.
  if (id !== undefined) keepTaken(id);
  forget(false, true);
  store.setState({ status: 'signed-out', user: null, leaving: false, isTaken: true }, true);
}

function forget(leaving: boolean, isTaken = false): void {
  if (!isTaken) forgetTaken();
  stopRefreshing();
  forgetToken();
  forgetSent();
  clearKept();
  closeNotifications();
  forgetLocked();
  lockStore.setState({ isLocked: false });
  broadcastSignedOut(isTaken);
  keptAnswers().forget();
  showSignedOut(leaving);
}

function showSignedOut(leaving: boolean): void {
  setActing(null);
  store.setState({ status: 'signed-out', user: null, leaving }, true);
}

function followOtherTab(kept: SignedInUser | undefined, isTaken = false): void {
  const { status, user } = store.getState();
  if (!kept) {
    if (status !== 'signed-in') return;
    if (isLockedFor(user.id)) return lockSession();
    return isTaken || isTakenFrom(user.id) ? takeFrom(user) : leave();
  }
  // The server decides which hospital is active, because another tab may hold old data.
  if (user !== null && isSwitched(user, kept)) return void checkRights();
  if (kept.id === user?.id && kept.role === user.role) {
    if (lockStore.getState().isLocked) return admit(kept);
    store.setState({ status: 'signed-in', user: kept }, true);
    return;
  }
  forgetToken();
  forgetOthers();
  void followUser(kept);
}

async function followUser(kept: SignedInUser): Promise<void> {
  try {
    await resume(kept);
  } catch (failure) {
    // This tab does not sign out, because that would end the other tab's valid session.
    console.warn('The session of the other tab could not be joined yet', failure);
    believe(kept);
  }
}

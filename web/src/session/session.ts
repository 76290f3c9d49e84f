/** Who is signed in in this tab, and everything that changes it [AUTH-1…3, ENT-6, ENT-7]. */
import { tokenRefreshSeconds } from '@baari/contract/constants.ts';
import type { SignedInUser, WaysLeft } from '@baari/contract/account/identity.ts';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { call } from '../api/client.ts';
import { identityCall } from '../api/identity.ts';
import { ApiProblem, isPassing, notAuthenticated, noUser } from '../api/problem.ts';
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
  tellSignedOut,
} from './kept-session.ts';
import { keptAnswers } from './kept-answers.ts';
import { homeOf } from './access.ts';
import { setActing } from './acting.ts';
import { forgetToken, onSessionLost, refreshToken, wantToken, wasSessionIdle } from './token.ts';
import { type IdentityUser, ownerOf, readClaims, userFromIdentity } from './user.ts';

export type SessionState =
  | { readonly status: 'checking'; readonly user: null }
  | { readonly status: 'signed-in'; readonly user: SignedInUser }
  /** `leaving` until the page shown is the front page again, so that no guard sends to /login. */
  | {
      readonly status: 'signed-out';
      readonly user: null;
      readonly leaving: boolean;
      /** The session ended without a sign-out here, such as on another device: the sign-in page says so. */
      readonly isTaken?: true;
    };

const store = createStore<SessionState>(() => ({ status: 'checking', user: null }));

/** A page whose session ended for want of use waits under a lock. */
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

/** Whether somebody is signed in and the page is not locked. */
export function isHere(): boolean {
  return store.getState().user !== null && !lockStore.getState().isLocked;
}

/** The session now, for code outside components. */
export function currentSession(): SessionState {
  return store.getState();
}

/** The session as soon as `fits` agrees, else as it is after `ms`; a first check under way is waited for. */
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

/** Finds out once per page who is signed in, and keeps it true from then on. */
export function startSession(): Promise<void> {
  starting ??= restore();
  return starting;
}

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** False: the session ends with the browser [LOGIN-1]. */
  readonly rememberMe: boolean;
}

/** Rejects with an ApiProblem whose code says why [ERR-3]. */
export async function signIn(credentials: Credentials): Promise<SignedInUser> {
  await beginSigningIn(credentials.rememberMe);
  await identityCall('signInWithEmail', credentials);
  return openSession();
}

export interface NewAccount {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  /** This site's own path that the link in the mail leads to. */
  readonly callbackURL: string;
}

/**
 * Makes an account, signs it in, and sends the verification mail [API-27]; null where the
 * installation hides which accounts exist, and so signs nobody in yet.
 */
export async function signUp(account: NewAccount): Promise<SignedInUser | null> {
  await beginSigningIn(true);
  await identityCall('signUpWithEmail', account);
  const session = await identityCall('getSession');
  return session ? openSession() : null;
}

/** Whether the role call succeeded; whoever it failed is signed in all the same. */
export interface Entered {
  readonly isRoleSet: boolean;
}

/** Signs a new account up as a patient; the fresh token carries the role [SIGN-3]. */
export async function signUpAsPatient(account: NewAccount): Promise<Entered | null> {
  if (!(await signUp(account))) return null;
  return takePatientRole({ fullName: account.name });
}

/**
 * The role is patient without the call too [ROLE-6], so a network that fails here stops nobody: it is
 * tried once more, and then the person goes on without what the call was to write.
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
    // Nobody is signed in any more: that is no matter of the role.
    if (store.getState().user === null) throw failure;
    console.warn('Failed to set role', failure);
    return { isRoleSet: false };
  }
}

/**
 * Signs out here at once and for good, and leads back to the front page [AUTH-2]: until the server has
 * been told, a mark in this browser keeps the session from counting.
 */
export async function signOut(): Promise<void> {
  markLeft();
  leave();
  await Promise.all([giveUpSubscription(), finishSignOut()]);
}

/** How long until the server is told again, when nobody says that the network is back. */
const tellAgainMs = 30_000;

let finishing: Promise<void> | null = null;

/** Tells the server of a sign-out; what fails is tried again while nobody has signed in here. */
function finishSignOut(): Promise<void> {
  finishing ??= tellServer().finally(() => {
    finishing = null;
  });
  return finishing;
}

async function tellServer(): Promise<void> {
  try {
    await identityCall('signOut', {});
    clearLeft();
  } catch (failure) {
    console.warn('The server was not told of the sign-out', failure);
    tellLater();
  }
}

function tellLater(): void {
  if (typeof document === 'undefined') return;
  const again = () => {
    clearTimeout(timer);
    removeEventListener('online', again);
    // Somebody who signed in meanwhile has taken the mark away, and the server has ended the rest.
    if (hasLeft()) void finishSignOut();
  };
  const timer = setTimeout(again, tellAgainMs);
  addEventListener('online', again);
}

/** What is still to be told of the one before must not reach the session that begins. */
async function beginSigningIn(rememberMe: boolean): Promise<void> {
  await finishing;
  await ending;
  setVisit(!rememberMe);
}

/** Sends the verification mail again; its link leads to `callbackURL` [VERI-1]. */
export async function resendVerification(email: string, callbackURL: string): Promise<void> {
  await identityCall('resendVerification', { email, callbackURL });
}

/** The code sent to a phone, with what named its confirmation. */
export interface PhoneCode {
  readonly phoneNumber: string;
  readonly code: string;
  readonly confirmation: string;
  /** False: the session ends with the browser [LOGIN-1]. */
  readonly rememberMe: boolean;
}

/** What the role call is given after a first sign-in by phone [VERI-5]; this way grants only patient. */
export interface NewPatient {
  readonly fullName: string;
}

/** Signs in, and up when the number is new; rejects with an ApiProblem [VERI-6]. */
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

/** Signs in with what a device answered; needs no second step. */
export async function signInWithPasskey(
  response: { readonly id: string; readonly response: { readonly clientDataJSON: string } },
  rememberMe: boolean,
): Promise<void> {
  await beginSigningIn(rememberMe);
  await identityCall('signInWithPasskey', { response, rememberMe });
  await openSession();
}

/** The app's code, or a recovery code, after the first step was answered `second_factor_required`. */
export async function passSecondStep(kind: 'app' | 'recovery', code: string): Promise<void> {
  await identityCall(kind === 'app' ? 'verifyTotp' : 'verifyRecoveryCode', { code });
  await openSession();
}

/** Sends a link that sets a new password [ROUTE-10]. */
export async function requestPasswordReset(email: string): Promise<void> {
  await identityCall('requestPasswordReset', { email });
}

/** What else opens the account, and what lets all of it be removed. */
export interface ResetDone {
  readonly left: WaysLeft;
  readonly cleanup: string;
}

/** Sets the password by the token of the link; the server has then signed this browser out too. */
export async function resetPassword(token: string, newPassword: string): Promise<ResetDone> {
  const done = await identityCall('resetPassword', { token, newPassword });
  if (store.getState().status === 'signed-in') forget(false);
  return done;
}

/** Asks the server again who is signed in and what it knows of the user; nobody is no failure. */
export async function findSession(): Promise<void> {
  if (store.getState().status === 'signed-in') await reloadUser();
  else await lookForSession();
}

/** Forces a fresh token and reads the user again: after a verified email or a new role. */
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
 * Asks what the user may do now, after a call was refused or a stream was ended for it; true when that
 * is something else than before. Several who ask at once are answered together.
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
    // The page is about to be opened anew, which says so by itself.
    return !isSwitched(user, after) && !hasSameRights(user, after);
  } catch (failure) {
    // The answer was that nobody is signed in any more.
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

/** The same person acts for another hospital. */
function isSwitched(one: SignedInUser, other: SignedInUser): boolean {
  return (
    one.id === other.id &&
    one.hospitalId !== null &&
    other.hospitalId !== null &&
    one.hospitalId !== other.hospitalId
  );
}

/** The server began a new session here, as when the second step is changed: the old token has ended. */
export async function takeRenewedSession(): Promise<void> {
  try {
    await reloadUser();
  } catch (failure) {
    console.warn('The renewed session could not be read; the next call tries again', failure);
  }
}

/** The front page is shown: from here on a guarded page asks for a sign-in again. */
export function finishLeaving(): void {
  const state = store.getState();
  if (state.status === 'signed-out' && state.leaving) showSignedOut(false);
}

async function restore(): Promise<void> {
  onSessionLost(loseSession);
  onKeptUserChanged(followOtherTab);
  // A page that the browser had put aside has heard nothing of what other tabs did.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) followOtherTab(readKeptUser());
  });
  const kept = readKeptUser();
  const sent = takeUserSent();
  if (hasLeft()) {
    // Nobody has told the server yet: whoever sits here now finds nobody signed in.
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
    // Another tab may have said so meanwhile.
    const { status, user } = store.getState();
    if (status !== 'checking' && user !== kept) return;
    if (!kept) return showSignedOut(false);
    believe(kept);
  } finally {
    clearTimeout(patience);
  }
}

/** A server that says nothing for this long: who this browser kept is shown what it kept meanwhile. */
const patienceMs = 2000;

/** Nobody could be asked: what this browser kept counts until the network is back. */
function believe(kept: SignedInUser): void {
  admit(kept);
  addEventListener('online', () => void reloadQuietly(), { once: true });
}

/** The server said so together with the page; what this browser kept may be somebody else's. */
function takeOver(sent: SignedInUser | null, kept: SignedInUser | undefined): void {
  if (sent === null) return kept ? leaveTaken() : showSignedOut(false);
  if (kept?.id !== sent.id) forgetLastPlace();
  admit(sent);
}

/** A kept user is shown as soon as the token agrees; what the server knows follows. */
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

/** Without a kept user there may still be a cookie, as after a link in a mail. */
async function lookForSession(): Promise<void> {
  const session = await identityCall('getSession');
  // Another tab has signed somebody in while the answer was on its way.
  if (store.getState().status === 'signed-in') return;
  if (!session) return showSignedOut(false);
  const token = await tokenOrNone();
  if (token === null) throw notAuthenticated();
  forgetOthers();
  if (token === undefined) return void admitWithoutClaims(session.user);
  admit(userFromIdentity(session.user, readClaims(token)));
  await completeUser(token);
}

/** undefined where the server cannot make one now; null where nobody is signed in. */
async function tokenOrNone(): Promise<string | null | undefined> {
  try {
    return await refreshToken();
  } catch (failure) {
    console.warn('The claims could not be fetched; identity data is used instead', failure);
    return undefined;
  }
}

/** A patient by identity data alone, until the claims can be had [ENT-6]. */
function admitWithoutClaims(identity: IdentityUser): SignedInUser {
  const user = userFromIdentity(identity, readClaims(''));
  admit(user);
  setTimeout(() => void askForClaims(user), claimsAgainMs);
  return user;
}

/** How long until the claims are asked for again. */
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

/** What was kept may be somebody else's. */
function forgetOthers(): void {
  forgetSent();
  keptAnswers().forget();
  forgetLastPlace();
  closeNotifications();
}

/** The server's own account of the user; identity data and claims when that fails [ENT-6]. */
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

/** What the token does not know of the user, such as a phone, unless somebody else came meanwhile. */
async function completeUser(token: string): Promise<void> {
  const before = store.getState().user;
  const user = await fetchUser(token);
  if (store.getState().user === before) admit(user);
}

function admit(user: SignedInUser): void {
  wantToken();
  const before = store.getState().user;
  if (before !== null && isSwitched(before, user)) return openAt(user);
  // What somebody read in another role is not for this one.
  if (before !== null && !hasSameRights(before, user)) keptAnswers().forget();
  keepUser(user);
  forgetTaken();
  if (lockStore.getState().isLocked && !unlockFor(user)) return;
  setActing(user.hospitalId);
  store.setState({ status: 'signed-in', user }, true);
  refreshTimer ??= setInterval(() => void refreshPeriodically(), tokenRefreshSeconds * 1000);
}

/**
 * Opens the first page at the other hospital as if anew: nothing of this page, which goes on to ask for
 * the hospital before until it is gone, is shown or sent there [ROLE-9].
 */
function openAt(user: SignedInUser): void {
  keepUser(user);
  forgetLocked();
  keptAnswers().stop();
  location.replace(homeOf(user));
}

/** Stops for good on a failure: the next call refreshes when it is refused [AUTH-3]. */
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

/** Whether nobody has used this browser for its time; what counts that is fetched for staff only. */
let isIdle = (): boolean => false;

export function judgeIdle(by: () => boolean): void {
  isIdle = by;
}

/** It went for want of use: then the page waits under its lock; else it is left. */
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

/** Calls back when a session was ended elsewhere, as on another device; returns what stops it. */
export function onSessionTaken(listener: TakenListener): () => void {
  takenListeners.add(listener);
  return () => {
    takenListeners.delete(listener);
  };
}

/** Ends the session, and keeps the page with the work on it until its owner is back. */
export function lockSession(): void {
  const { status, user } = store.getState();
  if (status !== 'signed-in' || user.role === 'patient' || lockStore.getState().isLocked) return;
  lockStore.setState({ isLocked: true });
  // First, so that other tabs lock as well when they hear that what was kept is gone.
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

/** Gives the locked page up, with what is on it: somebody else wants to sign in. */
export function leaveLocked(): void {
  forget(false);
}

let ending: Promise<void> | null = null;

/** The server ends it by itself, if a little later. */
async function endSession(): Promise<void> {
  try {
    await identityCall('signOut', {});
  } catch (failure) {
    console.warn('The server was not told of the lock', failure);
  }
}

/** False for somebody else than the page belongs to: then nothing of it is kept. */
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
 * Ended elsewhere: the page stays where it is, and its guard asks for a sign-in that leads back to it. The other tabs of
 * this browser do the same.
 */
function leaveTaken(): void {
  const id = store.getState().user?.id ?? readKeptUser()?.id;
  // First, so that other tabs find it when they hear that what was kept is gone.
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
  tellSignedOut(isTaken);
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
  // Which hospital the session acts for is asked of the server: another tab may be the older one.
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
    // A sign-out here would be one of the other tab too, whose session is well.
    console.warn('The session of the other tab could not be joined yet', failure);
    believe(kept);
  }
}

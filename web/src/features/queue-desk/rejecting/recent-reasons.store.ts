/**
 * The reasons with which each user has rejected requests, newest first. They are kept in memory
 * only, because a reason may contain data about a patient.
 */
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useUser } from '../../../session/session.ts';

const mostReasons = 5;
const none: readonly string[] = [];

const store = createStore<Readonly<Record<string, readonly string[]>>>(() => ({}));

/** The signed-in user's latest rejection reasons, and a function to add a reason. */
export function useRecentReasons(): readonly [
  readonly string[],
  remember: (reason: string) => void,
] {
  // Several users share a desk, so the reasons are kept separately for each user.
  const key = useUser()?.id ?? '';
  const reasons = useStore(store, (all) => all[key] ?? none);
  return [reasons, (reason) => store.setState({ [key]: withReason(reasons, reason) })];
}

/**
 * Returns the reasons with the given reason first. Each reason occurs once, and at most five are
 * kept.
 */
export function withReason(reasons: readonly string[], reason: string): readonly string[] {
  return [reason, ...reasons.filter((each) => each !== reason)].slice(0, mostReasons);
}

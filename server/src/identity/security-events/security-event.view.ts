/** A security event as its account's owner sees it. */
import { type SecurityEvent, waysIn } from '@baari/contract/account/identity.ts';
import type { SecurityEventRow } from './security-event.store.ts';

export function securityEventView(row: SecurityEventRow): SecurityEvent {
  const { id, at, kind, subject, browser, system, network } = row;
  const isSignIn = kind === 'signed_in' || kind === 'signed_in_on_new_device';
  return {
    id,
    at: at.toISOString(),
    kind,
    by: isSignIn ? (waysIn.find((way) => way === subject) ?? null) : null,
    subject: isSignIn ? null : subject,
    browser,
    system,
    network,
  };
}

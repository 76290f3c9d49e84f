/** What a page that was left open over the hospital's midnight says of "today" [STAFF-2, CONS-1]. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { serverNow } from '../clock/clock.ts';
import { readAnew } from '../api/read-anew.ts';

const lookMs = 10_000;
/** The server may still answer for the day before, where its time is known to a part of a second only. */
const againMs = 30_000;

let askedAt = 0;

/**
 * While mounted, reads everything on screen anew once the day is over for which an answer was given,
 * and again until an answer speaks of the next one. `endsAt`: its `dayEndsAt`, undefined while unknown.
 */
export function useNewDay(endsAt: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => (endsAt === undefined ? undefined : watchDay(client, endsAt)), [client, endsAt]);
}

/** Looks by the clock, since a timer of hours stands still while a device sleeps; returns what stops it. */
export function watchDay(client: QueryClient, endsAt: string): () => void {
  const end = Date.parse(endsAt);
  function look(): void {
    const now = serverNow();
    if (now < end || Math.abs(now - askedAt) < againMs) return;
    askedAt = now;
    // Appointments, figures and lists of the day as well.
    readAnew(client, []);
  }
  look();
  const timer = setInterval(look, lookMs);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

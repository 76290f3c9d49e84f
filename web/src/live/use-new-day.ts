/** Refreshes "today" on a page left open over the hospital's midnight [STAFF-2, CONS-1]. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { serverNow } from '../clock/clock.ts';
import { refetchBelow } from '../api/refetch.ts';

const lookMs = 10_000;
/**
 * The retry delay in ms, because the server may still answer for the previous day for a fraction of
 * a second.
 */
const againMs = 30_000;

let askedAt = 0;

/**
 * While mounted, refetches everything on screen once the answered day is over, and again until an
 * answer is about the next one. `endsAt`: its `dayEndsAt`, undefined while unknown.
 */
export function useNewDay(endsAt: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => (endsAt === undefined ? undefined : watchDay(client, endsAt)), [client, endsAt]);
}

/**
 * Polls the clock, because a timer of hours stops while a device sleeps; returns a function that
 * stops it.
 */
export function watchDay(client: QueryClient, endsAt: string): () => void {
  const end = Date.parse(endsAt);
  function look(): void {
    const now = serverNow();
    if (now < end || Math.abs(now - askedAt) < againMs) return;
    askedAt = now;
    // Appointments, figures and lists depend on the day too, so everything is refetched.
    refetchBelow(client, []);
  }
  look();
  const timer = setInterval(look, lookMs);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}

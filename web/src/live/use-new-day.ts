/** Refreshes "today" on a page left open over the hospital's midnight [STAFF-2, CONS-1]. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { serverNow } from '../clock/clock.ts';
import { refetchBelow } from '../api/refetch.ts';

const lookMs = 10_000;
/**
 * The delay in milliseconds before the next attempt. The server may still answer for the previous
 * day for a fraction of a second.
 */
const againMs = 30_000;

let askedAt = 0;

/**
 * While the component is mounted, fetches everything on screen again once the hospital's day is
 * over, until the server answers for the next day. `endsAt` is the end of the day on screen;
 * undefined while the end is unknown.
 */
export function useNewDay(endsAt: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => (endsAt === undefined ? undefined : watchDay(client, endsAt)), [client, endsAt]);
}

/**
 * Compares the clock with the end of the day every few seconds, because a long timer stops while a
 * device sleeps. Returns a function that stops it.
 */
export function watchDay(client: QueryClient, endsAt: string): () => void {
  const end = Date.parse(endsAt);
  function look(): void {
    const now = serverNow();
    if (now < end || Math.abs(now - askedAt) < againMs) return;
    askedAt = now;
    // Appointments, statistics and lists depend on the day too, so everything is fetched again.
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

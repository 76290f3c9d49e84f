/** The query cache, which holds all server data of the application [CONST-1]. */
import { onlineManager, QueryClient } from '@tanstack/react-query';
import { keepAnswersIn } from '../session/kept-answers.ts';
import { isPassing } from './problems/problem.ts';
import { askedFor, createRestraint } from './demands/restraint.ts';
import { shareById } from './share-by-id.ts';

const minute = 60_000;
/**
 * The longest Retry-After in milliseconds for which a page without data shows that it is loading
 * until the retry.
 */
const waitedForMs = 3000;

let pressedAt = Number.NEGATIVE_INFINITY;
for (const kind of ['pointerdown', 'keydown', 'click'] as const) {
  globalThis.document?.addEventListener(
    kind,
    () => {
      pressedAt = performance.now();
    },
    { capture: true, passive: true },
  );
}

/**
 * The delay before a retry, in ms. Its jitter prevents that clients refused at the same moment all
 * retry at the same moment.
 */
const retryDelay = (failures: number, failure: unknown): number =>
  Math.max(1000 * 2 ** failures, Math.min(askedFor(failure), waitedForMs)) + Math.random() * 500;

const restraint = createRestraint({ now: () => performance.now(), pressedAt: () => pressedAt });

/**
 * Resets the counts of failures once the server is reachable again, so that failed reads are sent at once.
 */
export function forgetFailures(): void {
  restraint.forget();
}

onlineManager.subscribe((isOnline) => {
  if (isOnline) forgetFailures();
});

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5 * minute,
      gcTime: 10 * minute,
      behavior: restraint.behavior,
      retry: (failures, failure) =>
        failures < 2 && isPassing(failure) && askedFor(failure) <= waitedForMs,
      retryDelay,
      retryOnMount: restraint.mayAsk,
      structuralSharing: shareById,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    mutations: {
      // While the device is offline, a write fails at once. Otherwise it would be sent when the
      // network is back, perhaps an hour later.
      networkMode: 'always',
      retry: (failures, failure) => failures < 1 && isPassing(failure),
      retryDelay,
    },
  },
});

keepAnswersIn({
  forget: () => queryClient.clear(),
  stop: () => void queryClient.cancelQueries(),
  renew: () => void queryClient.invalidateQueries(),
});

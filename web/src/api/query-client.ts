/** The one cache of what the server knows [CONST-1]. */
import { onlineManager, QueryClient } from '@tanstack/react-query';
import { keepAnswersIn } from '../session/kept-answers.ts';
import { isPassing } from './problem.ts';
import { askedFor, createRestraint } from './restraint.ts';
import { shareById } from './share-by-id.ts';

const minute = 60_000;
/** A server that wants longer is not tried again behind a screen that shows nothing yet. */
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

/** Apart from each other, so that those who were turned away at one moment do not all come back at one. */
const retryDelay = (failures: number, failure: unknown): number =>
  Math.max(1000 * 2 ** failures, Math.min(askedFor(failure), waitedForMs)) + Math.random() * 500;

const restraint = createRestraint({ now: () => performance.now(), pressedAt: () => pressedAt });

/** The server is there again: what failed may be asked for at once. */
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
      // Without a network a write is refused at once: it must not happen an hour later by itself.
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

/** The one cache of what the server knows [CONST-1]. */
import { QueryClient } from '@tanstack/react-query';
import { keepAnswersIn } from '../session/kept-answers.ts';
import { isPassing } from './problem.ts';

const minute = 60_000;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5 * minute,
      gcTime: 10 * minute,
      retry: (failures, failure) => failures < 2 && isPassing(failure),
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
    },
    mutations: {
      // Without a network a write is refused at once: it must not happen an hour later by itself.
      networkMode: 'always',
      retry: (failures, failure) => failures < 1 && isPassing(failure),
    },
  },
});

keepAnswersIn({
  forget: () => queryClient.clear(),
  stop: () => void queryClient.cancelQueries(),
  renew: () => void queryClient.invalidateQueries(),
});

import { useSyncExternalStore } from 'react';

type Group = typeof import('@baari/contract/group-phone.ts').groupPhone;

let group: Group | undefined;
let isAskedFor = false;
const afterMs = 3000;
const listeners = new Set<() => void>();

/**
 * A number to call in groups, which are easier to read out. The plans of the world's numbers weigh more than many a
 * page: they are fetched when the page stands, and until then, or without them, the number is shown as it is kept.
 */
export function PhoneText({ number }: { number: string }): string {
  const grouped = useSyncExternalStore(subscribe, kept, kept);
  return grouped?.(number) ?? number;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!isAskedFor) fetchPlans();
  return () => listeners.delete(listener);
}

function fetchPlans(): void {
  isAskedFor = true;
  const go = () =>
    import('@baari/contract/group-phone.ts').then(
      ({ groupPhone }) => {
        group = groupPhone;
        for (const listener of listeners) listener();
      },
      // The next number asks again.
      () => {
        isAskedFor = false;
      },
    );
  // What the page itself fetches comes first.
  setTimeout(() => void go(), afterMs);
}

function kept(): typeof group {
  return group;
}

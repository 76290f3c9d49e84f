import { useSearchParams } from 'wouter';
import type { AuditFilter } from '../../api/administration-queries.ts';

const names = ['personId', 'action', 'from', 'to'] as const;

/** The filter in the address, so that Back and a shared link show the same. */
export function useAuditAddress(): {
  readonly filter: AuditFilter;
  readonly change: (change: Partial<Record<(typeof names)[number], string>>) => void;
} {
  const [search, setSearch] = useSearchParams();
  const given = names.flatMap((name) => {
    const value = search.get(name);
    return value === null || value === '' ? [] : [[name, value] as const];
  });
  return {
    filter: Object.fromEntries(given),
    change: (change) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [name, value] of Object.entries(change)) {
            if (value === '') next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: true },
      ),
  };
}

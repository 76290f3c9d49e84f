import { type AuditView, auditViews } from '@baari/contract/account/audit.ts';
import { useSearchParams } from 'wouter';
import { type AuditFilter, auditFilter } from '../../api/queries/administration-queries.ts';

/** Named `show`, as `view` already says which page of the dashboard is shown. */
const names = ['show', 'personId', 'action', 'from', 'to'] as const;
export type AuditAddress = Partial<Record<(typeof names)[number], string>>;

/** What is shown where the address does not say. */
export const defaultView: AuditView = 'changes';

/** The filter in the address, so that Back and a shared link show the same. */
export function useAuditAddress(): {
  readonly filter: AuditFilter & { readonly view: AuditView };
  readonly change: (change: AuditAddress) => void;
} {
  const [search, setSearch] = useSearchParams();
  const view = auditViews.find((each) => each === search.get('show')) ?? defaultView;
  const given = names.flatMap((name) => {
    const value = search.get(name);
    return name === 'show' || value === null || value === '' ? [] : [[name, value] as const];
  });
  return {
    filter: { ...auditFilter(Object.fromEntries(given)), view },
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

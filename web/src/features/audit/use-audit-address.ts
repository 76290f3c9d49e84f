import { type AuditView, auditViews } from '@baari/contract/account/audit.ts';
import { useSearchParams } from 'wouter';
import { type AuditFilter, auditFilter } from '../../api/queries/administration-queries.ts';

/**
 * The URL parameter for the kind of audit action is `show`, because `view` already names the
 * dashboard's page.
 */
const names = ['show', 'personId', 'action', 'from', 'to'] as const;
export type AuditAddress = Partial<Record<(typeof names)[number], string>>;

/** The kind of audit actions that is shown if the URL has no parameter. */
export const defaultView: AuditView = 'changes';

/**
 * Keeps the filter in the URL, so that the Back button and shared links show the same rows of the
 * audit trail.
 */
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

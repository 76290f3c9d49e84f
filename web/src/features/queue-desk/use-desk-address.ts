import { useSearchParams } from 'wouter';
import type { Pane } from './desk-panes.tsx';

/** The doctor and the pane in the address, so that Back and a shared link show the same. */
export function useDeskAddress() {
  const [search, setSearch] = useSearchParams();

  function set(name: string, value: string): void {
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === '') next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  }
  const pane: Pane = search.get('tab') === 'queue' ? 'queue' : 'pending';
  return {
    doctorId: search.get('doctor') ?? undefined,
    onDoctor: (doctorId: string) => set('doctor', doctorId),
    pane,
    onPane: (next: Pane) => set('tab', next),
  };
}

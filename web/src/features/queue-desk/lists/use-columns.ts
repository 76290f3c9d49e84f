import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { useMemo } from 'react';
import { linesByDoctor } from '../actions/desk-changes.ts';
import { linesInOrder, withThoseInside } from '../view/desk-view.ts';
import { useDeskView } from '../view/desk-view.store.ts';
import { useInside } from './use-queues.ts';

/**
 * The lines that are shown side by side, in the chosen order. There is one line for each doctor
 * with a patient waiting or in consultation [DESK-3].
 */
export function useColumns(hospitalId: string, waiting: readonly StaffEntry[]) {
  const [{ lines: order }] = useDeskView();
  const { entries: inside } = useInside(hospitalId);
  const lines = useMemo(
    () => linesInOrder(withThoseInside(linesByDoctor(waiting), inside), order),
    [waiting, inside, order],
  );
  const entries = useMemo(() => lines.flatMap((line) => line.entries), [lines]);
  return { lines, inside, entries };
}

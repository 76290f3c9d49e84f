import { type ReactNode, useEffect } from 'react';
import { fetchedDialog } from '../../ui/dialog/fetched-dialog.tsx';
import { closeVitals, useAskedVitals } from './asked-vitals.store.ts';

const VitalsDialog = fetchedDialog(async () => (await import('./vitals-dialog.tsx')).VitalsDialog);

/** The dialog of vital signs, once on each page that has buttons for it. */
export function VitalsWindow(): ReactNode {
  const entry = useAskedVitals();
  useEffect(() => closeVitals, []);
  return entry && <VitalsDialog key={entry.id} entry={entry} onClose={closeVitals} />;
}

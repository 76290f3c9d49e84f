/** Scenes of vital signs, as staff record and read them. The test answers their requests. */
import type { ReactNode } from 'react';
import { queueEntry } from '../src/live/queue-entry.test-data.ts';
import { wantToken } from '../src/session/token.ts';
import { LateVitalsSection } from '../src/shared/vitals/late-vitals.tsx';
import { VitalsWindow } from '../src/shared/vitals/vitals-window.tsx';

wantToken();

export function Section(): ReactNode {
  return (
    <>
      <h2>Meera</h2>
      <LateVitalsSection entry={queueEntry({ status: 'waiting', token: 'C-005' })} />
      <VitalsWindow />
    </>
  );
}

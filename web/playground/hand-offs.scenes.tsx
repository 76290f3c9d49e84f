/** Scenes of hand-off notes, as staff send and read them. The test answers their requests. */
import type { ReactNode } from 'react';
import { queueEntry } from '../src/live/queue-entry.test-data.ts';
import { wantToken } from '../src/session/token.ts';
import { LateHandOffsSection, LateOwnHandOffs } from '../src/shared/hand-offs/late-hand-offs.tsx';
import { SendOnDialog } from '../src/shared/send-on/send-on-dialog.tsx';

wantToken();

const entry = queueEntry({ status: 'in_progress', token: 'C-005' });
const nothing = (): void => undefined;

export function Sending(): ReactNode {
  return (
    <>
      <h2>Meera</h2>
      <p>C-005</p>
      <SendOnDialog entry={entry} onClose={nothing} onPlan={nothing} />
    </>
  );
}

export function AtCounter(): ReactNode {
  return (
    <>
      <h2>Meera</h2>
      <LateHandOffsSection entry={entry} isAtCounter />
    </>
  );
}

export function Own(): ReactNode {
  return (
    <>
      <h2>Meera</h2>
      <LateOwnHandOffs />
    </>
  );
}

/** What an administrator fills in about doctors, on the stage. */
import { type ReactNode, useState } from 'react';
import { wantToken } from '../src/session/token.ts';
import { AddDoctorDialog } from '../src/features/doctors/add-doctor-dialog.tsx';
import { OwnStatus } from '../src/features/doctors/own-status.tsx';
import { BreakControls } from '../src/features/doctor-work/break-controls.tsx';
import { Button } from '../src/ui/button.tsx';
import { logAction } from './tell.ts';

// The test answers for the server; see e2e/src/components/stage.ts.
wantToken();

export function AddDoctor(): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  function close(): void {
    logAction('closed');
    setIsOpen(false);
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>open</Button>
      {isOpen && <AddDoctorDialog onClose={close} />}
    </>
  );
}

const timeZone = 'Asia/Kolkata';
const opened = Date.now();
const inHalfAnHour = new Date(opened + 1_800_000).toISOString();
const inThreeDays = new Date(opened + 3 * 86_400_000).toISOString();

const open = { name: 'Dr. Rao', opening: { isOpen: true, until: inThreeDays }, timeZone };

/** A doctor who is Offline while the hospital is closed. */
export function OutsideHours(): ReactNode {
  const opening = { isOpen: false, until: inHalfAnHour };
  return (
    <div className="flex flex-col gap-4">
      <OwnStatus
        doctor={{ id: 'c', name: 'Dr. Rao', status: 'Offline', currentQueue: 0, opening, timeZone }}
        label="status"
      />
    </div>
  );
}

/** On a break, and on days off. */
export function Away(): ReactNode {
  return (
    <div className="flex flex-col gap-4">
      <BreakControls doctor={{ ...open, id: 'a', status: 'Busy', breakUntil: inHalfAnHour }} />
      <BreakControls doctor={{ ...open, id: 'b', status: 'Offline', breakUntil: inThreeDays }} />
    </div>
  );
}

/** Forms in which an administrator edits doctors, and the first steps of a new hospital. */
import { type ReactNode, useState } from 'react';
import { wantToken } from '../src/session/token.ts';
import { AddDoctorDialog } from '../src/features/doctors/add-doctor-dialog.tsx';
import { PasteDoctorsDialog } from '../src/features/doctors/pasted/paste-doctors-dialog.tsx';
import { OwnStatus } from '../src/features/doctors/own-status.tsx';
import { FirstSteps } from '../src/features/first-steps/first-steps.tsx';
import { BreakControls } from '../src/features/doctor-work/break-controls.tsx';
import { Button } from '../src/ui/button.tsx';
import { logAction } from './log-action.ts';

// The test answers requests in place of the server; see e2e/src/components/playground.ts.
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

/** The status control of a doctor who is Offline while the hospital is closed. */
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

/** The break controls of a doctor on a break, and of a doctor on days off. */
export function Away(): ReactNode {
  return (
    <div className="flex flex-col gap-4">
      <BreakControls doctor={{ ...open, id: 'a', status: 'Busy', breakUntil: inHalfAnHour }} />
      <BreakControls doctor={{ ...open, id: 'b', status: 'Offline', breakUntil: inThreeDays }} />
    </div>
  );
}

export function PasteDoctors(): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>open</Button>
      {isOpen && <PasteDoctorsDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** The first steps of a hospital that has a doctor who is still Offline. */
export function NewHospital(): ReactNode {
  return <FirstSteps hospitalId="new" />;
}

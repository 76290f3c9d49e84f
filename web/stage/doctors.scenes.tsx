/** What an administrator fills in about doctors, on the stage. */
import { type ReactNode, useState } from 'react';
import { wantToken } from '../src/session/token.ts';
import { AddDoctorDialog } from '../src/features/doctors/add-doctor-dialog.tsx';
import { Button } from '../src/ui/button.tsx';
import { tell } from './tell.ts';

// The test answers for the server; see e2e/src/components/stage.ts.
wantToken();

export function AddDoctor(): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  function close(): void {
    tell('closed');
    setIsOpen(false);
  }
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>open</Button>
      {isOpen && <AddDoctorDialog onClose={close} />}
    </>
  );
}

import type { PatientFacts } from '@baari/contract/patient/patient.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { Sought } from '../../../api/queries/patient-queries.ts';
import { type ReactNode, useState } from 'react';
import { fetchedDialog } from '../../../ui/dialog/fetched-dialog.tsx';
import type { KnownPerson } from './receive-values.ts';
import { useColleagues } from '../lists/use-queues.ts';

/** Lazily loaded when the desk adds the first patient. */
const ReceiveDialog = fetchedDialog(
  async () => (await import('./receive-dialog.tsx')).ReceiveDialog,
  ['receiving', 'unsaved'],
);

const FamilyDialog = fetchedDialog(async () => (await import('./family-dialog.tsx')).FamilyDialog);

const MergeDialog = fetchedDialog(async () => (await import('./merge-dialog.tsx')).MergeDialog);

/** Lazily loaded, because it contains the QR encoder. */
const TicketDialog = fetchedDialog(
  async () => (await import('../entry/ticket-dialog.tsx')).TicketDialog,
);

/** The patient whom the desk adds to a line, the preselected line, and whether it is an emergency. */
export interface Received {
  readonly patient?: KnownPerson | undefined;
  readonly doctorId?: string | undefined;
  readonly asEmergency?: boolean | undefined;
}

/**
 * The dialog in which the desk adds a patient to a line, followed by the dialog with the ticket
 * [ARR-2, ARR-4, DESK-8, DESK-9].
 */
export function ReceivingDialogs({
  received,
  onClose,
}: {
  received: Received | undefined;
  onClose: () => void;
}): ReactNode {
  const [ticketOf, setTicketOf] = useState<StaffEntry>();
  return (
    <>
      {received && <Form received={received} onClose={onClose} onTicket={setTicketOf} />}
      {ticketOf && <TicketDialog entry={ticketOf} onClose={() => setTicketOf(undefined)} />}
    </>
  );
}

function Form({
  received,
  onClose,
  onTicket,
}: {
  received: Received;
  onClose: () => void;
  onTicket: (entry: StaffEntry) => void;
}): ReactNode {
  const { doctors } = useColleagues();
  const [isFamily, setFamily] = useState(false);
  const [typed, setTyped] = useState<Sought>();
  const [alike, setAlike] = useState<readonly PatientFacts[]>();
  if (doctors === undefined) return null;
  return (
    <>
      {alike && <MergeDialog candidates={alike} onClose={() => setAlike(undefined)} />}
      {alike === undefined && isFamily && (
        <FamilyDialog
          doctors={doctors}
          doctorId={received.doctorId}
          onClose={onClose}
          onTicket={onTicket}
        />
      )}
      {alike === undefined && !isFamily && (
        <ReceiveDialog
          doctors={doctors}
          {...received}
          onClose={onClose}
          typed={typed}
          onFamily={() => setFamily(true)}
          onMerge={(found, sought) => {
            setTyped(sought);
            setAlike(found);
          }}
          onAdded={(entry) => {
            onClose();
            onTicket(entry);
          }}
        />
      )}
    </>
  );
}

/** Scenes of the queue desk's components. The test answers the components' requests. */
import type { Role } from '@baari/contract/constants.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { assessmentsQuery, watchQuery } from '../src/api/queries/assessment-queries.ts';
import { entryQuery } from '../src/api/queries/queries.ts';
import { CloseDayDialog } from '../src/features/queue-desk/day/close-day-dialog.tsx';
import { CurrentEntry } from '../src/features/queue-desk/entry/current-entry.tsx';
import { DeskProvider, useDesk } from '../src/features/queue-desk/desk.tsx';
import { PendingCard } from '../src/features/queue-desk/entry/pending-card.tsx';
import { ReceiveDialog } from '../src/features/queue-desk/receiving/receive-dialog.tsx';
import { ShortcutSheet } from '../src/features/queue-desk/keyboard/shortcut-sheet.tsx';
import { WaitingRow } from '../src/features/queue-desk/entry/waiting-row.tsx';
import { HospitalReports } from '../src/features/reports/hospital-reports.tsx';
import { AlertBand } from '../src/shared/answer-summary/alert-band.tsx';
import { useSoughtEntry } from '../src/shared/answer-summary/sought-entry.ts';
import { queueDoctor, queueEntry } from '../src/live/queue-entry.test-data.ts';
import { wantToken } from '../src/session/token.ts';
import { useLanguage, useMessages } from '../src/i18n/language.tsx';
import { Button } from '../src/ui/button.tsx';
import { Palette } from '../src/ui/dialog/palette.tsx';
import { SignedIn } from './signed-in.tsx';
import { logAction } from './log-action.ts';

wantToken();

const patient: StaffEntry['patient'] = {
  id: 'p1',
  name: 'Lalita',
  fullName: 'Lalita Singh',
  email: 'lalita@example.org',
  phone: '+919812345678',
  through: null,
  isContactProved: true,
  isPhoneProved: true,
};
const doctor = { ...queueDoctor('d1'), name: 'Dr. Jayanti Rao' };
const hospital = {
  id: 'h1',
  name: 'Palash Clinic',
  timeZone: 'Asia/Kolkata',
  standing: 'confirmed',
  opening: null,
} as const;
const base = queueEntry({
  patient,
  doctor,
  hospital,
  symptoms: 'खाँसी',
  urgency: 'high',
  joinedAt: '2026-03-12T04:30:00.000Z',
});
const waits = { ...base, status: 'waiting', position: 2, token: 'C-017' } as const;

const noGrip = { press: () => undefined, click: () => logAction('grip'), key: () => undefined };

/**
 * Two hidden headings. On the real desk page, a patient's heading comes below two other headings.
 */
function Heading({ level }: { level: 2 | 3 }): ReactNode {
  const Element = `h${level}` as const;
  return <Element className="sr-only">बारी</Element>;
}

function Row({
  entry,
  viewer = 'hospital_admin',
  doctorId = null,
  isLast = false,
  consultationRuns = false,
  isCompact = false,
}: {
  entry: StaffEntry;
  viewer?: Role;
  doctorId?: string | null;
  isLast?: boolean;
  consultationRuns?: boolean;
  isCompact?: boolean;
}): ReactNode {
  return (
    <SignedIn viewer={viewer} doctorId={doctorId}>
      <DeskProvider>
        <Heading level={2} />
        <Heading level={3} />
        <WaitingRow
          entry={entry}
          isLast={isLast}
          consultationRuns={consultationRuns}
          isCompact={isCompact}
          grip={noGrip}
          lifted={null}
        />
      </DeskProvider>
    </SignedIn>
  );
}

const alerted = { ...waits, position: 7, urgency: 'medium' } as const;

/** The staff have not ended the visit, but the patient has reported having left. */
export function SaysGone(): ReactNode {
  const saidOver = { word: 'left', at: '2026-03-12T07:00:00.000Z' } as const;
  const entry: StaffEntry = {
    ...base,
    status: 'in_progress',
    startedAt: '2026-03-12T05:00:00.000Z',
    saidOver,
  };
  return (
    <SignedIn viewer="receptionist">
      <DeskProvider>
        <Heading level={2} />
        <Heading level={3} />
        <CurrentEntry entry={entry} />
      </DeskProvider>
    </SignedIn>
  );
}

/** A patient with emergency signs, on a page that is longer than the window. */
export function Alerted(): ReactNode {
  return (
    <SignedIn viewer="receptionist">
      <DeskProvider>
        <AlertBand />
        <Heading level={2} />
        <Heading level={3} />
        <div className="h-[200vh]" />
        <Raise />
        <SoughtRow />
      </DeskProvider>
    </SignedIn>
  );
}

function SoughtRow(): ReactNode {
  useSoughtEntry((entry) => logAction(`show ${entry.id}`));
  return (
    <WaitingRow
      entry={alerted}
      isLast={false}
      consultationRuns={false}
      isCompact
      grip={noGrip}
      lifted={null}
    />
  );
}

/** A button that raises the emergency alert of this patient, once per press. */
function Raise(): ReactNode {
  const client = useQueryClient();
  const { language } = useLanguage();
  function raise(): void {
    client.setQueryData(assessmentsQuery('1-a', language).queryKey, [
      {
        visitId: 'v1',
        entryId: alerted.id,
        appointmentId: null,
        patient: { id: patient.id, name: patient.fullName },
        token: alerted.token,
        doctorName: doctor.name,
        state: 'begun',
        alert: {
          signs: [{ en: 'Chest pain' }],
          raisedAt: '2026-03-12T05:00:00.000Z',
          dueAt: '2036-03-12T05:05:00.000Z',
          acknowledgedAt: null,
        },
        version: 1,
      },
    ]);
    client.setQueryData(watchQuery().queryKey, { alerts: 1, overdue: 0, mark: '1-a' });
    client.setQueryData(entryQuery(alerted.id).queryKey, alerted);
  }
  return <Button onClick={raise}>raise</Button>;
}

/** The dialog with which the desk adds a patient to a queue. */
export function Receive(): ReactNode {
  return (
    <SignedIn viewer="receptionist">
      <Heading level={2} />
      <ReceiveDialog
        doctors={[]}
        onClose={() => logAction('closed')}
        onAdded={() => logAction('added')}
        onFamily={() => logAction('family')}
        onMerge={() => logAction('merge')}
        typed={undefined}
      />
    </SignedIn>
  );
}

/** The dialog in which a receptionist closes the day. */
export function CloseDay(): ReactNode {
  return (
    <SignedIn viewer="receptionist">
      <Heading level={2} />
      <CloseDayDialog mayConsult={false} onClose={() => logAction('closed')} />
    </SignedIn>
  );
}

export function Pending(): ReactNode {
  return (
    <SignedIn viewer="hospital_admin">
      <DeskProvider>
        <Heading level={2} />
        <PendingCard entry={base} marked isCompact={false} />
      </DeskProvider>
    </SignedIn>
  );
}

/** A patient whose email is confirmed, but whose phone number is not. */
export function UnprovedPhone(): ReactNode {
  const typed = { ...base, patient: { ...patient, isPhoneProved: false } };
  return (
    <SignedIn viewer="receptionist">
      <DeskProvider>
        <Heading level={2} />
        <PendingCard entry={typed} marked isCompact={false} />
      </DeskProvider>
    </SignedIn>
  );
}

/** A range for the patient's call-in time, from ten to twenty-five minutes from now. */
function soon() {
  const [from, to] = [10, 25].map((minutes) => new Date(Date.now() + minutes * 60_000));
  const parts = from && to ? [{ from: from.toISOString(), to: to.toISOString() }] : [];
  return { lower: 10, upper: 25, parts };
}

export function Waiting(): ReactNode {
  return <Row entry={{ ...waits, notes: 'व्हीलचेयर', waitRange: soon() }} />;
}

export function Compact(): ReactNode {
  return <Row entry={{ ...waits, notes: 'व्हीलचेयर', waitRange: soon() }} isCompact />;
}

export function CompactPending(): ReactNode {
  return (
    <SignedIn viewer="hospital_admin">
      <DeskProvider>
        <Heading level={2} />
        <PendingCard entry={base} marked isCompact />
      </DeskProvider>
    </SignedIn>
  );
}

export function First(): ReactNode {
  return <Row entry={{ ...waits, position: 1 }} />;
}

export function FirstWhileAnotherIsInside(): ReactNode {
  return <Row entry={{ ...waits, position: 1 }} isLast consultationRuns />;
}

export function SeenByAReceptionist(): ReactNode {
  return <Row entry={{ ...waits, position: 1 }} viewer="receptionist" />;
}

export function SeenByAnotherDoctor(): ReactNode {
  return <Row entry={{ ...waits, position: 1 }} viewer="doctor" doctorId="d2" />;
}

export function Away(): ReactNode {
  const hold = { calledAt: '2026-03-12T05:00:00.000Z', calls: 1, backAt: null };
  return <Row entry={{ ...waits, position: 1, hold }} />;
}

/** Buttons that open each of the desk's dialogs about one patient in the queue. */
export function Windows(): ReactNode {
  return (
    <DeskProvider>
      <WindowButtons />
    </DeskProvider>
  );
}

function WindowButtons(): ReactNode {
  const desk = useDesk();
  return (
    <div className="flex flex-wrap gap-3">
      {(['reject', 'note', 'urgency', 'remove', 'no_show', 'transfer'] as const).map((question) => (
        <Button key={question} onClick={() => desk.ask(question, waits)}>
          {question}
        </Button>
      ))}
    </div>
  );
}

export function Shortcuts(): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const [isOn, setIsOn] = useState(true);
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>keys</Button>
      <ShortcutSheet
        open={isOpen}
        onOpenChange={setIsOpen}
        commands={['approve', 'reject']}
        on={isOn}
        onChange={(next) => {
          logAction('keys', next);
          setIsOn(next);
        }}
      />
    </>
  );
}

/** The command palette as it opens, before anything is typed. */
export function EmptyPalette(): ReactNode {
  const { queueDesk } = useMessages('queueDesk');
  return (
    <>
      <p>बारी</p>
      <Palette
        title={queueDesk.palette}
        label={queueDesk.paletteSearch}
        empty={queueDesk.paletteEmpty}
        typed=""
        onType={logAction}
        groups={[]}
        onClose={() => logAction('close')}
      />
    </>
  );
}

/** The page of the hospital's medical reports; the test answers its requests. */
export function Reports(): ReactNode {
  return (
    <SignedIn viewer="receptionist">
      <div>
        <HospitalReports />
      </div>
    </SignedIn>
  );
}

/** The ticket dialog is lazily loaded, as on the desk, so that a test can make the loading fail. */
const TicketDialog = lazy(async () => ({
  default: (await import('../src/features/queue-desk/entry/ticket-dialog.tsx')).TicketDialog,
}));

/** A printed ticket with very long names. */
export function LongTicket(): ReactNode {
  const entry: StaffEntry = {
    ...waits,
    position: 118,
    token: 'AB-1017',
    hospital: {
      ...hospital,
      name: 'Shri Venkateshwara Memorial Institute of Medical Sciences and Research Hospital, Thiruvananthapuram Branch',
    },
    doctor: {
      ...doctor,
      name: 'Prof. Dr. Venkatanarasimharajuvaripeta Subrahmanyam Krishnamurthy Ramachandran',
      department: 'Gastroenterology',
      room: 'Building C, second floor, room 214, beside the lift',
    },
  };
  return (
    <SignedIn viewer="receptionist">
      <Heading level={2} />
      <Suspense>
        <TicketDialog entry={entry} onClose={() => logAction('close')} />
      </Suspense>
    </SignedIn>
  );
}

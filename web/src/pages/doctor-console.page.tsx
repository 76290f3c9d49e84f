import { consolePollMs } from '@baari/contract/constants.ts';
import type { StaffEntry } from '@baari/contract/queue.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Redirect, useParams } from 'wouter';
import { doctorQuery } from '../api/queries.ts';
import { usePageTitle } from '../app/page-title.ts';
import { SharedProfile } from '../features/access/shared-profile.tsx';
import {
  ConsoleEmpty,
  ConsoleError,
  ConsoleFigures,
  ConsoleHeader,
  ConsoleSkeleton,
} from '../features/console/console-frame.tsx';
import { CurrentPatient, NextPatient } from '../features/console/current-patient.tsx';
import { PastVisits } from '../features/console/past-visits.tsx';
import { NextLine, WaitingQueue } from '../features/console/waiting-queue.tsx';
import { BreakControls } from '../features/doctor-work/break-controls.tsx';
import { DeskProvider, useDesk } from '../features/queue-desk/desk.tsx';
import { useUnderway } from '../features/queue-desk/desk-changes.store.ts';
import type { DeskCommand } from '../features/queue-desk/desk-keys.ts';
import { ShortcutSheet } from '../features/queue-desk/shortcut-sheet.tsx';
import { useDeskKeys, useKeysOn } from '../features/queue-desk/use-desk-keys.ts';
import {
  titleWithCount,
  useDoctorQueue,
  usePending,
  useRefresh,
} from '../features/queue-desk/use-queues.ts';
import { PatientRecord, WriteReportButton } from '../features/reports/patient-record.tsx';
import { useMessages } from '../i18n/language.tsx';
import { useMedicalName } from '../i18n/use-medical-name.ts';
import { useLive } from '../live/use-live.ts';
import { homeOf } from '../session/access.ts';
import { useUser } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

/** The console of a doctor, for that doctor or on the doctor's behalf [ROUTE-25]. */
export function Page(): ReactNode {
  const { doctorId = '' } = useParams();
  const user = useUser();
  if (!user) return null;
  if (user.role === 'doctor' && user.doctorId !== doctorId) {
    return <Redirect to={homeOf(user)} replace />;
  }
  return (
    <DeskProvider>
      <Console doctorId={doctorId} hospitalId={user.hospitalId ?? ''} />
    </DeskProvider>
  );
}

function Console({ doctorId, hospitalId }: { doctorId: string; hospitalId: string }): ReactNode {
  const { doctorConsole } = useMessages('doctorConsole');
  const live = useLive();
  const isLive = live.state === 'live';
  const queue = useDoctorQueue(doctorId, { pollMs: isLive ? 0 : consolePollMs });
  const { refresh, busy } = useRefresh();
  const { count } = usePending(hospitalId);
  usePageTitle(titleWithCount(doctorConsole.title, count));
  const { query, current, waiting, unlisted, completedToday } = queue;
  const [next] = waiting;
  const consultation = useConsultation(current);
  const keys = useConsoleKeys({ current, next, complete: consultation.complete, refresh });
  const shown = current ?? next;
  return (
    <>
      <ConsoleHeader
        description={<WhoseConsole doctorId={doctorId} />}
        live={live}
        refreshing={busy}
        onRefresh={refresh}
      />
      {query.data && (
        <div className="flex flex-col gap-5">
          <ConsoleFigures
            waiting={waiting.length + unlisted}
            inside={current ? 1 : 0}
            completedToday={completedToday}
          />
          <OwnBreak doctorId={doctorId} />
          {consultation.completed && (
            <JustCompleted
              entry={consultation.completed}
              doctorId={doctorId}
              onDismiss={consultation.dismiss}
            />
          )}
          {shown ? (
            <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
              <div className="flex min-w-0 flex-col gap-5">
                <Foreground current={current} next={next} {...consultation} />
                <PastVisits key={shown.id} patientId={shown.patient.id} entryId={shown.id}>
                  <SharedProfile patientId={shown.patient.id} />
                  <PatientRecord
                    patient={{ id: shown.patient.id, name: shown.patient.fullName }}
                    doctorId={doctorId}
                  />
                </PastVisits>
              </div>
              <WaitingQueue waiting={waiting} />
            </div>
          ) : (
            <ConsoleEmpty refreshing={busy} onRefresh={refresh} />
          )}
        </div>
      )}
      {query.isPending && <ConsoleSkeleton />}
      {query.isError && !query.data && <ConsoleError query={query} />}
      <ShortcutSheet {...keys} commands={consoleCommands} />
    </>
  );
}

/** What the doctor writes while a patient is inside, and who has just left. */
function useConsultation(current: StaffEntry | undefined) {
  const desk = useDesk();
  const [written, setWritten] = useState({ entryId: '', text: '' });
  const [completed, setCompleted] = useState<StaffEntry>();
  const notes = written.entryId === current?.id ? written.text : '';

  async function complete(): Promise<void> {
    if (!current) return;
    const said = { notes: notes.trim() || undefined };
    if (await desk.act('complete', current, said)) setCompleted(current);
  }
  return {
    notes,
    setNotes: (text: string) => setWritten({ entryId: current?.id ?? '', text }),
    complete: () => void complete(),
    completed: completed?.id === current?.id ? undefined : completed,
    dismiss: () => setCompleted(undefined),
  };
}

const consoleCommands: readonly DeskCommand[] = ['start', 'complete', 'no_show', 'refresh', 'help'];

/** The keys of the desk that mean something with one patient in view. */
function useConsoleKeys({
  current,
  next,
  complete,
  refresh,
}: {
  current: StaffEntry | undefined;
  next: StaffEntry | undefined;
  complete: () => void;
  refresh: () => void;
}) {
  const desk = useDesk();
  const [on, onChange] = useKeysOn();
  const [open, onOpenChange] = useState(false);
  const run: Partial<Record<DeskCommand, () => void>> = {
    start: () => {
      if (!current && next) desk.press('start', next);
    },
    complete,
    no_show: () => {
      if (current) desk.press('no_show', current);
    },
    refresh,
    help: () => onOpenChange(true),
  };
  useDeskKeys(on, (command) => run[command]?.());
  return { on, onChange, open, onOpenChange };
}

/** The break of the doctor whose console this is. */
function OwnBreak({ doctorId }: { doctorId: string }): ReactNode {
  const { data: doctor } = useQuery(doctorQuery(doctorId));
  return doctor ? <BreakControls doctor={doctor} /> : null;
}

function JustCompleted({
  entry,
  doctorId,
  onDismiss,
}: {
  entry: StaffEntry;
  doctorId: string;
  onDismiss: () => void;
}): ReactNode {
  const { doctorConsole } = useMessages('doctorConsole');
  return (
    <Notice
      tone="success"
      action={
        <div className="flex flex-wrap gap-2">
          <WriteReportButton
            patient={{ id: entry.patient.id, name: entry.patient.fullName }}
            doctorId={doctorId}
            isPrimary
          />
          <Button size="small" variant="quiet" onClick={onDismiss}>
            {doctorConsole.dismiss}
          </Button>
        </div>
      }
    >
      {doctorConsole.justCompleted(entry.patient.fullName)}
    </Notice>
  );
}

function Foreground({
  current,
  next,
  notes,
  setNotes,
  complete,
}: {
  current: StaffEntry | undefined;
  next: StaffEntry | undefined;
  notes: string;
  setNotes: (notes: string) => void;
  complete: () => void;
}): ReactNode {
  const desk = useDesk();
  const underway = useUnderway((current ?? next)?.id ?? '');
  if (current) {
    return (
      <CurrentPatient
        entry={current}
        completing={underway === 'complete'}
        busy={underway !== undefined}
        notes={notes}
        onNotes={setNotes}
        onComplete={complete}
        onNoShow={() => desk.press('no_show', current)}
        onNotHere={() => desk.press('hold', current)}
        nextLine={<NextLine entry={next} />}
      />
    );
  }
  if (!next) return null;
  return (
    <NextPatient
      entry={next}
      busy={underway !== undefined}
      onCallIn={() => desk.press('start', next)}
      onNotHere={() => desk.press('hold', next)}
    />
  );
}

/** The doctor's name; whoever acts on the doctor's behalf is reminded of it [ROLE-2]. */
function WhoseConsole({ doctorId }: { doctorId: string }): ReactNode {
  const { doctorConsole } = useMessages('doctorConsole');
  const medicalName = useMedicalName();
  const user = useUser();
  const { data: doctor } = useQuery(doctorQuery(doctorId));
  if (!doctor) return null;
  const title = `${doctor.name} · ${medicalName(doctor.specialty)}`;
  return user?.doctorId === doctorId ? (
    title
  ) : (
    <>
      {title}
      <br />
      {doctorConsole.onBehalf(doctor.name)}
    </>
  );
}

import { consolePollMs } from '@baari/contract/constants.ts';
import { isAway } from '@baari/contract/queue/line.ts';
import { type JourneyStop, sendOn } from '@baari/contract/lines/journey.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Redirect, useParams } from 'wouter';
import { serverNow } from '../../clock/clock.ts';
import { journeyQuery } from '../../api/queries/visit-query.ts';
import { ApiProblem } from '../../api/problems/problem.ts';
import { doctorQuery, doctorQueueQuery, queueRoot } from '../../api/queries/queries.ts';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { ClosedPointsNotice } from '../../shared/doctor-points/closed-points-notice.tsx';
import { AgeAndSex } from '../../features/access/age-and-sex.tsx';
import { SharedProfile } from '../../features/access/shared-profile.tsx';
import {
  ConsoleEmpty,
  ConsoleError,
  ConsoleFigures,
  ConsoleHeader,
  ConsoleSkeleton,
} from '../../features/console/console-frame.tsx';
import { CurrentPatient, NextPatient } from '../../features/console/current-patient.tsx';
import { PastVisits } from '../../features/console/past-visits.tsx';
import { useVisitNote } from '../../features/console/use-visit-note.ts';
import { LostNote, VisitNote } from '../../features/console/visit-note.tsx';
import { NextLine, WaitingQueue } from '../../features/console/waiting-queue.tsx';
import { BreakControls } from '../../features/doctor-work/break-controls.tsx';
import { RoomButton } from '../../features/doctors/room-button.tsx';
import { DeskProvider, useDesk } from '../../features/queue-desk/desk.tsx';
import { useUnderway } from '../../features/queue-desk/actions/desk-changes.store.ts';
import type { DeskCommand } from '../../features/queue-desk/keyboard/desk-keys.ts';
import { lineShown } from '../../features/queue-desk/actions/line-on-screen.ts';
import { PendingCard } from '../../features/queue-desk/entry/pending-card.tsx';
import { ShortcutSheet } from '../../features/queue-desk/keyboard/shortcut-sheet.tsx';
import { useDeskKeys, useKeysOn } from '../../features/queue-desk/keyboard/use-desk-keys.ts';
import {
  titleWithCount,
  useDoctorQueue,
  usePending,
  useRefresh,
  useSharedLines,
} from '../../features/queue-desk/lists/use-queues.ts';
import { PatientRecord, WriteReportButton } from '../../features/reports/patient-record.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { useSpecialty } from '../../i18n/use-medical-name.ts';
import { AnswerSummaryCard } from '../../shared/answer-summary/answer-summary-card.tsx';
import { takeIn } from '../../live/queue-cache.ts';
import { useLive } from '../../live/use-live.ts';
import { offerSentOn } from '../../shared/send-on/sent-on.store.ts';
import { homeOf } from '../../session/access.ts';
import { useUser } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toast } from '../../ui/feedback/toast.ts';

/**
 * The console of a doctor, for that doctor or an administrator on the doctor's behalf [ROUTE-25].
 */
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
  useSharedLines();
  const live = useLive();
  const isLive = live.state === 'live';
  const queue = useDoctorQueue(doctorId, { pollMs: isLive ? 0 : consolePollMs });
  const { refresh, busy } = useRefresh();
  const pending = usePending(hospitalId);
  usePageTitle(titleWithCount(doctorConsole.title, pending.count));
  const requests = pending.entries.filter(({ doctor }) => doctor.id === doctorId);
  const { query, current, waiting, unlisted, completedToday } = queue;
  const [next] = waiting;
  const consultation = useConsultation(current);
  const keys = useConsoleKeys({ current, next, consultation, refresh });
  const shown = current ?? next;
  return (
    <>
      <ConsoleHeader
        description={<WhoseConsole doctorId={doctorId} />}
        live={live}
        refreshing={busy}
        onRefresh={refresh}
        onHelp={() => keys.onOpenChange(true)}
      />
      {query.data && (
        <div className="flex flex-col gap-5">
          <ConsoleFigures
            waiting={waiting.length + unlisted}
            inside={current ? 1 : 0}
            completedToday={completedToday}
          />
          <OwnBreak doctorId={doctorId} />
          <ClosedPointsNotice ofDoctor={doctorId} />
          <LostNote note={consultation.note} />
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
                <Foreground current={current} next={next} consultation={consultation} />
                <AnswerSummaryCard key={`answers-${shown.id}`} visitId={shown.id} />
                <PastVisits
                  key={shown.id}
                  patientId={shown.patient.id}
                  entryId={shown.id}
                  visitId={shown.visitId}
                >
                  <SharedProfile patientId={shown.patient.id} />
                  <PatientRecord
                    patient={{ id: shown.patient.id, name: shown.patient.fullName }}
                    doctorId={doctorId}
                  />
                </PastVisits>
              </div>
              <div className="flex min-w-0 flex-col gap-5">
                <Requests entries={requests} />
                <WaitingQueue waiting={waiting} />
              </div>
            </div>
          ) : (
            <>
              <ConsoleEmpty refreshing={busy} onRefresh={refresh} />
              <Requests entries={requests} />
            </>
          )}
        </div>
      )}
      {query.isPending && <ConsoleSkeleton />}
      {query.isError && !query.data && <ConsoleError query={query} />}
      <ShortcutSheet {...keys} commands={consoleCommands} />
    </>
  );
}

/** The pending requests for this doctor, to approve or reject [CONS-7]. */
function Requests({ entries }: { entries: readonly StaffEntry[] }): ReactNode {
  const { doctorConsole } = useMessages('doctorConsole');
  if (entries.length === 0) return null;
  return (
    <section className="flex min-w-0 flex-col gap-3">
      <h2 className="text-lg font-semibold text-ink">{doctorConsole.requests(entries.length)}</h2>
      {entries.map((entry) => (
        <PendingCard key={entry.id} entry={entry} marked={false} isCompact={false} />
      ))}
    </section>
  );
}

/** The note during a consultation, and the visit that has just ended. */
function useConsultation(current: StaffEntry | undefined) {
  const { doctorConsole } = useMessages('doctorConsole');
  const desk = useDesk();
  const client = useQueryClient();
  const note = useVisitNote(current);
  const [completed, setCompleted] = useState<StaffEntry>();
  const [isEnding, setIsEnding] = useState(false);
  const [calledIn, setCalledIn] = useState<string>();

  const goesOnTo = useGoesOnTo(current);
  const goOn = useGoOn();

  /**
   * Saves the note first, because an ended visit has none. Then completes the visit and, as at a
   * counter, sends it on to the planned next stop. With `only` it just completes [LINE-3].
   */
  async function complete(how?: 'only'): Promise<boolean> {
    if (!current || isEnding) return false;
    setIsEnding(true);
    const isSaved = await note.flush();
    if (!isSaved) toast({ type: 'error', title: doctorConsole.noteFirst });
    const isSent =
      isSaved && how !== 'only' && goesOnTo ? await goOn(current, goesOnTo) : undefined;
    // The version after the save, because the earlier one would be refused.
    const isComplete =
      isSent ?? (isSaved && (await desk.act('complete', entryNow(client, current))));
    setIsEnding(false);
    if (isComplete) setCompleted(current);
    return isComplete;
  }

  async function callNext(): Promise<void> {
    if (!current) return;
    if (isJustCalled(current)) {
      const message = doctorConsole.justCalled(current.patient.fullName);
      toast({ type: 'info', title: doctorConsole.completeAndCall, message });
      return;
    }
    if (!(await complete())) return;
    // From the current line, because it may have changed meanwhile.
    const [next] = lineShown(client, current);
    if (next && !isAway(next) && (await desk.act('start', next))) setCalledIn(next.id);
  }
  /** Opens the dialog to send on after saving the note, which stays with this visit. */
  async function sendOn(entry: StaffEntry): Promise<void> {
    if (await note.flush()) desk.sendOn?.(entry);
    else toast({ type: 'error', title: doctorConsole.noteFirst });
  }
  return {
    note,
    sendOn: desk.sendOn && sendOn,
    isEnding,
    complete: () => void complete(),
    completeOnly: () => void complete('only'),
    goesOnTo: goesOnTo?.name,
    callNext: () => void callNext(),
    /** The id of the patient who was last called from here as the next one. */
    calledIn,
    completed: completed?.id === current?.id ? undefined : completed,
    dismiss: () => setCompleted(undefined),
  };
}

/** The planned next stop of the current patient; undefined for none, and while loading. */
function useGoesOnTo(current: StaffEntry | undefined): JourneyStop | undefined {
  const desk = useDesk();
  // A hospital without shared lines has no plans.
  const enabled = current !== undefined && desk.plan !== undefined;
  const { data } = useQuery({ ...journeyQuery(current?.id ?? ''), enabled });
  return enabled ? data?.stops.find(({ entryId }) => entryId === null) : undefined;
}

/** Whether the visit was completed here and sent on; undefined if that line is closed. */
function useGoOn(): (entry: StaffEntry, to: JourneyStop) => Promise<boolean | undefined> {
  const { doctorConsole } = useMessages('doctorConsole');
  const problemText = useProblemText();
  const client = useQueryClient();
  const write = useWrite(sendOn, {});
  return async (entry, { lineId, name }) => {
    try {
      const { queue } = await write.mutateAsync({
        params: { id: entry.id },
        query: {},
        body: { lineId, comesBack: false },
      });
      takeIn(client, { type: 'queue_updated', data: queue });
      offerSentOn({ to: queue, hasWaited: false });
      return true;
    } catch (failure) {
      const code = failure instanceof ApiProblem ? failure.code : undefined;
      if (code === 'line_closed' || code === 'doctor_not_available') {
        toast({ type: 'warning', title: doctorConsole.staysPlanned(name) });
        return undefined;
      }
      toast({ type: 'error', title: problemText(failure, doctorConsole.goOnFailed) });
      return false;
    } finally {
      await client.invalidateQueries({ queryKey: queueRoot });
    }
  };
}

function entryNow(client: QueryClient, entry: StaffEntry): StaffEntry {
  const known = client.getQueryData(doctorQueueQuery(entry.doctor.id).queryKey)?.queue;
  return known?.find(({ id }) => id === entry.id) ?? entry;
}

/**
 * How long a second press of the same key is ignored after a call, in ms; it must not end the new
 * visit.
 */
const calledJustNowMs = 10_000;

function isJustCalled({ startedAt }: StaffEntry): boolean {
  return startedAt !== null && serverNow() - Date.parse(startedAt) < calledJustNowMs;
}

type Consultation = ReturnType<typeof useConsultation>;

const consoleCommands: readonly DeskCommand[] = [
  'callNext',
  'start',
  'complete',
  'no_show',
  'refresh',
  'help',
];

/** The desk's shortcuts that make sense with one patient in view. */
function useConsoleKeys({
  current,
  next,
  consultation,
  refresh,
}: {
  current: StaffEntry | undefined;
  next: StaffEntry | undefined;
  consultation: Consultation;
  refresh: () => void;
}) {
  const desk = useDesk();
  const [on, onChange] = useKeysOn();
  const [open, onOpenChange] = useState(false);
  function start(): void {
    if (!current && next) desk.press('start', next);
  }
  const run: Partial<Record<DeskCommand, () => void>> = {
    callNext: current ? consultation.callNext : start,
    start,
    complete: consultation.complete,
    no_show: () => {
      if (current) desk.press('no_show', current);
    },
    refresh,
    help: () => onOpenChange(true),
  };
  useDeskKeys(on, (command) => run[command]?.());
  return { on, onChange, open, onOpenChange };
}

/** The break and the room of the console's doctor. */
function OwnBreak({ doctorId }: { doctorId: string }): ReactNode {
  const { data: doctor } = useQuery(doctorQuery(doctorId));
  if (!doctor) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
      <BreakControls doctor={doctor} />
      <RoomButton doctor={doctor} />
    </div>
  );
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
  consultation,
}: {
  current: StaffEntry | undefined;
  next: StaffEntry | undefined;
  consultation: Consultation;
}): ReactNode {
  const desk = useDesk();
  const underway = useUnderway((current ?? next)?.id ?? '');
  const { note, isEnding, complete, completeOnly, goesOnTo, callNext, calledIn, sendOn } =
    consultation;
  if (current) {
    return (
      <CurrentPatient
        key={current.id}
        entry={current}
        who={<Who entry={current} />}
        completing={isEnding || underway === 'complete'}
        busy={underway !== undefined}
        note={<VisitNote note={note} />}
        calledIn={calledIn}
        onComplete={complete}
        goesOnTo={goesOnTo}
        onCompleteOnly={completeOnly}
        onCallNext={next && !isAway(next) ? callNext : undefined}
        onNoShow={() => desk.press('no_show', current)}
        onNotHere={() => desk.press('hold', current)}
        onSendOn={sendOn && (() => void sendOn(current))}
        onPlan={desk.plan && (() => desk.plan?.(current))}
        nextLine={<NextLine entry={next} />}
      />
    );
  }
  if (!next) return null;
  return (
    <NextPatient
      key={next.id}
      entry={next}
      who={<Who entry={next} />}
      busy={underway !== undefined}
      onCallIn={() => desk.press('start', next)}
      onNotHere={() => desk.press('hold', next)}
    />
  );
}

function Who({ entry }: { entry: StaffEntry }): ReactNode {
  return <AgeAndSex patientId={entry.patient.id} zone={entry.hospital.timeZone} />;
}

/** The doctor's name; reminds an administrator who acts on the doctor's behalf [ROLE-2]. */
function WhoseConsole({ doctorId }: { doctorId: string }): ReactNode {
  const { doctorConsole } = useMessages('doctorConsole');
  const specialtyOf = useSpecialty();
  const user = useUser();
  const { data: doctor } = useQuery(doctorQuery(doctorId));
  if (!doctor) return null;
  const title = `${doctor.name} · ${specialtyOf(doctor)}`;
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

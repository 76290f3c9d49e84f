import { consolePollMs } from '@baari/contract/constants.ts';
import { type JourneyStop, sendOn } from '@baari/contract/lines/journey.ts';
import { isAway } from '@baari/contract/queue/line.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Redirect, useParams } from 'wouter';
import { ApiProblem } from '../../api/problems/problem.ts';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { doctorQuery, doctorQueueQuery, queueRoot } from '../../api/queries/queries.ts';
import { journeyQuery } from '../../api/queries/visit-query.ts';
import { useWrite } from '../../api/use-write.ts';
import { serverNow } from '../../clock/clock.ts';
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
import { FoldedControls } from '../../features/console/folded-controls.tsx';
import { KeyFacts } from '../../features/console/key-facts.tsx';
import { NextPanel } from '../../features/console/next-panel.tsx';
import { PastVisits } from '../../features/console/past-visits.tsx';
import { useVisitNote } from '../../features/console/use-visit-note.ts';
import { LostNote, VisitNote } from '../../features/console/visit-note.tsx';
import { NextLine, WaitingQueue } from '../../features/console/waiting-queue.tsx';
import { LowBreakControls } from '../../features/doctor-work/break-controls.tsx';
import { OwnStatus } from '../../features/doctors/own-status.tsx';
import { RoomButton } from '../../features/doctors/room-button.tsx';
import { useUnderway } from '../../features/queue-desk/actions/desk-changes.store.ts';
import { lineShown } from '../../features/queue-desk/actions/line-on-screen.ts';
import { DeskProvider, useDesk } from '../../features/queue-desk/desk.tsx';
import { RequestLine } from '../../features/queue-desk/entry/pending-card.tsx';
import type { DeskCommand } from '../../features/queue-desk/keyboard/desk-keys.ts';
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
import { takeIn } from '../../live/queue-cache.ts';
import { useLive } from '../../live/use-live.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { homeOf } from '../../session/access.ts';
import { useUser } from '../../session/session.ts';
import { AnswerSummaryCard } from '../../shared/answer-summary/answer-summary-card.tsx';
import { ClosedPointsNotice } from '../../shared/doctor-points/closed-points-notice.tsx';
import { LateFollowUpButton } from '../../shared/follow-up/late-follow-up.tsx';
import { LateOwnHandOffs } from '../../shared/hand-offs/late-hand-offs.tsx';
import { offerSentOn } from '../../shared/send-on/sent-on.store.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toast } from '../../ui/feedback/toast.ts';
import { useMedia } from '../../ui/hooks/use-media.ts';

/**
 * The page with a doctor's console. The doctor uses it, or an administrator on the doctor's behalf
 * [ROUTE-25].
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
  const isWide = useMedia('(min-width: 64rem)');
  // Beside the current patient, or directly below on a narrow screen.
  const nextPanel = current && next && (
    <NextPanel key={next.id} entry={next} who={<Who entry={next} />} />
  );
  // The patient who is with the doctor comes first.
  const justCompleted = consultation.completed && (
    <JustCompleted
      entry={consultation.completed}
      doctorId={doctorId}
      onDismiss={consultation.dismiss}
    />
  );
  return (
    <>
      <ConsoleHeader
        whose={<WhoseConsole doctorId={doctorId} />}
        figures={
          query.data && (
            <ConsoleFigures
              waiting={waiting.length + unlisted}
              inside={current ? 1 : 0}
              completedToday={completedToday}
            />
          )
        }
        live={live}
        refreshing={busy}
        onRefresh={refresh}
        onHelp={() => keys.onOpenChange(true)}
      >
        <OwnDay doctorId={doctorId} />
      </ConsoleHeader>
      {query.data && (
        <div className="flex flex-col gap-4">
          <ClosedPointsNotice ofDoctor={doctorId} />
          <LostNote note={consultation.note} />
          {!current && justCompleted}
          {shown ? (
            <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
              <div className="flex min-w-0 flex-col gap-5">
                <Foreground current={current} next={next} consultation={consultation} />
                {!isWide && nextPanel}
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
                {current && justCompleted}
                {isWide && nextPanel}
                <Requests entries={requests} />
                <WaitingQueue waiting={waiting} />
                <LateOwnHandOffs />
              </div>
            </div>
          ) : (
            <>
              <ConsoleEmpty refreshing={busy} onRefresh={refresh} />
              <Requests entries={requests} />
              <LateOwnHandOffs />
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

/** The pending requests for this doctor, one line each, to approve or reject [CONS-7]. */
function Requests({ entries }: { entries: readonly StaffEntry[] }): ReactNode {
  const { doctorConsole } = useMessages('doctorConsole');
  if (entries.length === 0) return null;
  return (
    <section className="flex min-w-0 flex-col gap-2">
      <h2 className="text-lg font-semibold text-ink">{doctorConsole.requests(entries.length)}</h2>
      <div>
        {entries.map((entry) => (
          <RequestLine key={entry.id} entry={entry} />
        ))}
      </div>
    </section>
  );
}

/**
 * The doctor's note about the current patient, and the visit that the doctor has just completed.
 */
function useConsultation(current: StaffEntry | undefined) {
  const { doctorConsole } = useMessages('doctorConsole');
  const desk = useDesk();
  const client = useQueryClient();
  const note = useVisitNote(current);
  const [completed, setCompleted] = useState<StaffEntry>();
  const [ending, setEnding] = useState<'complete' | 'callNext'>();
  const [calledIn, setCalledIn] = useState<string>();

  const goesOnTo = useGoesOnTo(current);
  const goOn = useGoOn();

  /**
   * Saves the note first, because a note cannot be added to an ended visit. Then completes the
   * visit and forwards the patient to the next planned step; with `only`, the patient is not
   * forwarded [LINE-3]. `pressed` is the button that shows the progress.
   */
  async function complete(
    pressed: 'complete' | 'callNext' = 'complete',
    how?: 'only',
  ): Promise<boolean> {
    if (!current || ending) return false;
    setEnding(pressed);
    const isSaved = await note.flush();
    if (!isSaved) toast({ type: 'error', title: doctorConsole.noteFirst });
    const isSent =
      isSaved && how !== 'only' && goesOnTo ? await goOn(current, goesOnTo) : undefined;
    // Uses the entry's version after the note was saved, because the server refuses an older
    // version.
    const isComplete =
      isSent ?? (isSaved && (await desk.act('complete', entryNow(client, current))));
    setEnding(undefined);
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
    if (!(await complete('callNext'))) return;
    // Takes the first waiting patient from the current data, because the line may have changed
    // meanwhile.
    const [next] = lineShown(client, current);
    if (next && !isAway(next) && (await desk.act('start', next))) setCalledIn(next.id);
  }
  /**
   * Saves the note, because the note belongs to the current visit. Then opens the dialog that
   * forwards the patient.
   */
  async function sendOn(entry: StaffEntry): Promise<void> {
    if (await note.flush()) desk.sendOn?.(entry);
    else toast({ type: 'error', title: doctorConsole.noteFirst });
  }
  return {
    note,
    sendOn: desk.sendOn && sendOn,
    ending,
    complete: () => void complete(),
    completeOnly: () => void complete('complete', 'only'),
    goesOnTo: goesOnTo?.name,
    callNext: () => void callNext(),
    /** The id of the patient whom this page last called in with "complete and call next". */
    calledIn,
    completed: completed?.id === current?.id ? undefined : completed,
    dismiss: () => setCompleted(undefined),
  };
}

/**
 * The next planned step of the current patient's visit. Undefined while loading, and if no further
 * step is planned.
 */
function useGoesOnTo(current: StaffEntry | undefined): JourneyStop | undefined {
  const desk = useDesk();
  // A hospital without shared lines has no planned steps.
  const enabled = current !== undefined && desk.plan !== undefined;
  const { data } = useQuery({ ...journeyQuery(current?.id ?? ''), enabled });
  return enabled ? data?.stops.find(({ entryId }) => entryId === null) : undefined;
}

/**
 * Completes the consultation and forwards the patient to the line `to`. Returns whether this
 * succeeded; undefined if the target line is closed.
 */
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
 * For this time in ms after a patient was called in, pressing the same key again is ignored.
 * Otherwise a double press would end the new visit.
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

/** The keyboard shortcuts of the queue desk that also work in the doctor's console. */
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

/** The controls in the doctor's console for the doctor's status, break and room [DOC-2, ROOM-1]. */
function OwnDay({ doctorId }: { doctorId: string }): ReactNode {
  const { queueDesk, ui } = useMessages('queueDesk');
  const { data: doctor } = useQuery(doctorQuery(doctorId));
  const isSmall = useMedia('(max-width: 40rem)');
  if (!doctor) return null;
  return (
    <FoldedControls
      status={ui.doctorStatuses[doctor.status]}
      isFolded={isSmall}
      isHeldOpen={doctor.breakUntil !== null}
    >
      <OwnStatus doctor={doctor} label={queueDesk.myStatus} />
      <LowBreakControls doctor={doctor} isFolded={!isSmall} />
      <RoomButton doctor={doctor} />
    </FoldedControls>
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
          <LateFollowUpButton entry={entry} />
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
  const { note, ending, complete, completeOnly, goesOnTo, callNext, calledIn, sendOn } =
    consultation;
  if (current) {
    return (
      <CurrentPatient
        key={current.id}
        entry={current}
        who={<Who entry={current} />}
        keyFacts={<KeyFacts entry={current} />}
        answers={<AnswerSummaryCard visitId={current.id} />}
        ending={ending ?? (underway === 'complete' ? 'complete' : undefined)}
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
      keyFacts={<KeyFacts entry={next} />}
      answers={<AnswerSummaryCard visitId={next.id} />}
      busy={underway !== undefined}
      onCallIn={() => desk.press('start', next)}
      onNotHere={() => desk.press('hold', next)}
    />
  );
}

function Who({ entry }: { entry: StaffEntry }): ReactNode {
  return <AgeAndSex patientId={entry.patient.id} zone={entry.hospital.timeZone} />;
}

/** Shows the doctor's name. An administrator also reads whose console is open [ROLE-2]. */
function WhoseConsole({ doctorId }: { doctorId: string }): ReactNode {
  const { doctorConsole } = useMessages('doctorConsole');
  const specialtyOf = useSpecialty();
  const user = useUser();
  const { data: doctor } = useQuery(doctorQuery(doctorId));
  if (!doctor) return null;
  const title = `${doctor.name} · ${specialtyOf(doctor)}`;
  // On a phone, doctors who see their own console need the space for the patient.
  return user?.doctorId === doctorId ? (
    <p className="text-[0.9375rem] text-ink-soft max-sm:hidden short:hidden">{title}</p>
  ) : (
    <p className="text-[0.9375rem] text-ink-soft">
      {title}
      <br />
      {doctorConsole.onBehalf(doctor.name)}
    </p>
  );
}

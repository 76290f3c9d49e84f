import type { Counter } from '@baari/contract/lines/counter.ts';
import { counterKeys } from '@baari/contract/queue/desk-keys.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import {
  BellRing,
  CircleCheck,
  CirclePause,
  DoorOpen,
  Forward,
  Power,
  Route,
  StepForward,
  UserX,
} from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { LateHandOffsSection } from '../../shared/hand-offs/late-hand-offs.tsx';
import { NoteText } from '../../shared/patient/note-text.tsx';
import { PatientsWord } from '../../shared/patient/patients-word.tsx';
import { LateVitalsSection } from '../../shared/vitals/late-vitals.tsx';
import { ActionBar } from '../../ui/layout/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ConfirmDialog } from '../../ui/dialog/dialog.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { ClockTime } from '../../ui/text/time.tsx';
import { useFocusGoesOn } from '../../ui/dialog/use-focus-goes-on.ts';
import { useNow } from '../../ui/hooks/use-now.ts';
import { canCall } from './counter-changes.ts';
import type { CounterWork } from './use-counter.ts';

/**
 * HTML attributes that mark the heading. It gets the focus after the previous patient's buttons
 * disappear.
 */
const whoIsShown = { 'data-who-is-shown': '', tabIndex: -1 };
const shownHeading = '[data-who-is-shown]';

interface OnwardActions {
  readonly onSendOn: (entry: StaffEntry) => void;
  readonly onPlan: (entry: StaffEntry) => void;
}

/**
 * The patient at the service point, and the actions for this patient. Without a patient, shows the
 * button that is most useful now.
 */
export function AtPoint({
  counter,
  work,
  ...onward
}: {
  counter: Counter;
  work: CounterWork;
} & OnwardActions): ReactNode {
  const { serving, point } = counter;
  if (serving)
    return <Serving key={serving.id} entry={serving} counter={counter} work={work} {...onward} />;
  if (point.state === 'open') return <Nobody counter={counter} work={work} />;
  return <NotOpen state={point.state} work={work} />;
}

function NotOpen({ state, work }: { state: 'paused' | 'closed'; work: CounterWork }): ReactNode {
  const { counter: t } = useMessages('counter');
  const isPaused = state === 'paused';
  useFocusGoesOn(shownHeading);
  return (
    <Card as="section" padding="large" className="flex flex-col items-start gap-4">
      <div className="flex flex-col gap-1">
        <h2 {...whoIsShown} className="text-xl font-semibold text-ink">
          {isPaused ? t.pausedTitle : t.closedTitle}
        </h2>
        <p className="text-ink-soft">{isPaused ? t.pausedText : t.closedText}</p>
      </div>
      {!isPaused && (
        <Button
          variant="primary"
          size="large"
          icon={<Power aria-hidden="true" />}
          busy={work.isBusy}
          busyLabel={t.changing}
          onClick={() => work.set('open')}
        >
          {t.open}
        </Button>
      )}
    </Card>
  );
}

function Nobody({ counter, work }: { counter: Counter; work: CounterWork }): ReactNode {
  const { counter: t } = useMessages('counter');
  const { line, named } = counter;
  useFocusGoesOn(shownHeading);
  const count = line.waiting + named.length;
  const isCallable = canCall(counter);
  const text = isCallable ? t.nobodyText(count) : count > 0 ? t.onlyAway : t.nobodyWaits;
  return (
    <Card as="section" padding="large" className="flex flex-col gap-5">
      <div className="flex flex-col gap-1">
        <h2 {...whoIsShown} className="text-xl font-semibold text-ink">
          {t.nobodyTitle}
        </h2>
        <p className="text-ink-soft tabular-nums">{text}</p>
      </div>
      <Button
        variant="primary"
        size="large"
        wide
        icon={<DoorOpen aria-hidden="true" />}
        iconAfter={<Key>{counterKeys.next}</Key>}
        aria-keyshortcuts={counterKeys.next}
        disabled={!isCallable}
        busy={work.isBusy}
        {...(work.isCalling ? { busyLabel: t.calling } : {})}
        onClick={work.callNext}
      >
        {t.callNext}
      </Button>
    </Card>
  );
}

function Serving({
  entry,
  counter,
  work,
  onSendOn,
  onPlan,
}: {
  entry: StaffEntry;
  counter: Counter;
  work: CounterWork;
} & OnwardActions): ReactNode {
  const { counter: t } = useMessages('counter');
  const nameId = useId();
  useFocusGoesOn(shownHeading);
  const isOpen = counter.point.state === 'open';
  return (
    <Card as="section" aria-labelledby={nameId} padding="none" className="flex flex-col">
      <div className="flex flex-col gap-4 p-5 sm:p-8">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 {...whoIsShown} className="text-sm font-semibold text-ink-soft">
            {t.serving}
          </h2>
          <Button
            size="small"
            variant="quiet"
            icon={<Route aria-hidden="true" />}
            iconAfter={<Key>{counterKeys.plan}</Key>}
            aria-keyshortcuts={counterKeys.plan}
            aria-describedby={nameId}
            onClick={() => onPlan(entry)}
          >
            {t.visit.open}
          </Button>
        </div>
        <div className="flex flex-col gap-1" aria-live="polite">
          {entry.token !== null && (
            <p className="text-5xl leading-tight font-bold tracking-tight whitespace-nowrap text-ink tabular-nums">
              <span className="sr-only">{`${t.token} `}</span>
              {entry.token}
            </p>
          )}
          <p id={nameId} className="text-2xl font-semibold wrap-anywhere text-ink">
            <bdi>{entry.patient.fullName}</bdi>
          </p>
          <HereFor entry={entry} />
          <PatientsWord entry={entry} />
        </div>
        {/* Only the buttons that end the service are sticky: on a phone all of them would cover
            the patient. */}
        <SmallButtons entry={entry} work={work} onSendOn={onSendOn} />
        <LateHandOffsSection entry={entry} isAtCounter />
        <LateVitalsSection entry={entry} />
        <TextSection label={t.symptoms} text={entry.symptoms} />
        <TextSection label={t.notes} text={entry.notes} />
      </div>
      <ActionBar>
        <div className="flex flex-wrap gap-2">
          {isOpen && canCall(counter) && (
            <Button
              size="large"
              className="flex-auto"
              icon={<StepForward aria-hidden="true" />}
              iconAfter={<Key>{counterKeys.next}</Key>}
              aria-keyshortcuts={counterKeys.next}
              held={work.isBusy}
              onClick={work.completeAndCall}
            >
              {t.completeAndCall}
            </Button>
          )}
          <Button
            variant="primary"
            size="large"
            className="flex-auto"
            icon={<CircleCheck aria-hidden="true" />}
            busy={work.isBusy}
            {...(work.isEnding ? { busyLabel: t.completing } : {})}
            onClick={() => work.end('completed')}
          >
            {t.complete}
          </Button>
        </div>
      </ActionBar>
    </Card>
  );
}

function SmallButtons({
  entry,
  work,
  onSendOn,
}: {
  entry: StaffEntry;
  work: CounterWork;
  onSendOn: (entry: StaffEntry) => void;
}): ReactNode {
  const { counter: t } = useMessages('counter');
  const [isAsking, setAsking] = useState(false);
  const name = entry.patient.fullName;
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <Button
        icon={<Forward aria-hidden="true" />}
        iconAfter={<Key>{counterKeys.sendOn}</Key>}
        aria-keyshortcuts={counterKeys.sendOn}
        held={work.isBusy}
        onClick={() => onSendOn(entry)}
      >
        {t.sendingOn.sendOn}
      </Button>
      <Button
        icon={<BellRing aria-hidden="true" />}
        iconAfter={<Key>{counterKeys.again}</Key>}
        aria-keyshortcuts={counterKeys.again}
        busy={work.isCallingAgain}
        held={work.isBusy && !work.isCallingAgain}
        onClick={work.callAgain}
      >
        {t.callAgain}
      </Button>
      <Button
        variant="quiet"
        icon={<CirclePause aria-hidden="true" />}
        held={work.isBusy}
        onClick={() => work.end('not_here')}
      >
        {t.notHere}
      </Button>
      <Button
        variant="quiet"
        icon={<UserX aria-hidden="true" />}
        held={work.isBusy}
        onClick={() => setAsking(true)}
      >
        {t.noShow}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t.noShowTitle(name)}
        description={t.noShowText}
        confirmLabel={t.noShow}
        cancelLabel={t.cancel}
        onConfirm={() => {
          setAsking(false);
          work.end('no_show');
        }}
      />
    </div>
  );
}

function HereFor({ entry }: { entry: StaffEntry }): ReactNode {
  const { counter: t } = useMessages('counter');
  const format = useFormat();
  const now = useNow();
  if (entry.startedAt === null) return null;
  const minutes = Math.max(0, Math.floor((now - Date.parse(entry.startedAt)) / 60_000));
  return (
    <p className="text-ink-soft tabular-nums">
      {`${t.calledAt} `}
      <ClockTime moment={entry.startedAt} zone={entry.hospital.timeZone} />
      {` · ${t.insideFor(format.number(minutes))}`}
    </p>
  );
}

function TextSection({ label, text }: { label: string; text: string | null }): ReactNode {
  if (text === null || text === '') return null;
  return (
    <div className="flex flex-col gap-0.5">
      <h3 className="text-sm font-semibold text-ink-soft">{label}</h3>
      <p className="wrap-anywhere whitespace-pre-line text-ink">
        <NoteText note={text} />
      </p>
    </div>
  );
}

/** Shows the keyboard shortcut of a button, on devices that have a keyboard. */
function Key({ children }: { children: string }): ReactNode {
  return (
    <span aria-hidden="true" className="hidden pointer-fine:inline">
      <Kbd>{children}</Kbd>
    </span>
  );
}

import { noBreak } from '@baari/contract/text/no-break.ts';
import { isAway } from '@baari/contract/queue/line.ts';
import type { HeldTimes } from '@baari/contract/doctor/doctor.ts';
import { asksReception, isAskState } from '@baari/contract/queue/announced-wait.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import type { OpenVisit } from '@baari/contract/visit/open-visits.ts';
import { Coffee } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useFormat, useMessages } from '../../../i18n/language.tsx';
import { useSpecialty } from '../../../i18n/use-medical-name.ts';
import { useWhose } from '../../../shared/patient/use-whose.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { StatusBadge } from '../../../ui/badge.tsx';
import { fetchedPart } from '../../../ui/dialog/fetched-part.ts';
import { Facts } from '../../../ui/text/facts.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Link, TextLink } from '../../../ui/link.tsx';
import { PulsingDots } from '../../../ui/chart/pulsing-dots.tsx';
import { QueueDots } from '../../../ui/chart/queue-dots.tsx';
import { LoadingRegion, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { RelativeTime } from '../../../ui/text/time.tsx';
import { useNow } from '../../../ui/hooks/use-now.ts';
import { AdviceBand } from './advice.tsx';
import { ArrivalBand } from './arrival-band.tsx';
import { OftenRight } from './often-right.tsx';
import { type Advice, adviceFor, isGone } from './my-place.ts';
import { PlaceControls } from './place-controls.tsx';
import { useFocusAfter } from '../use-focus-after.ts';
import { useTravelMinutes } from './use-travel-minutes.ts';
import { usePlaceText } from './words/use-place-text.ts';
import { waitWords } from './words/wait-words.ts';

const BookedTime = lazy(async () => ({ default: (await import('./booked-time.tsx')).BookedTime }));

/** Lazily loaded, because most patients do not miss a call. */
const MissedCall = lazy(async () => ({ default: (await import('./missed-call.tsx')).MissedCall }));

/** Lazily loaded, because most open places are approved. */
const RequestSteps = fetchedPart(
  async () => (await import('./more/request-steps.tsx')).RequestSteps,
);

/** Lazily loaded, because most lines are a doctor's own line, and most shared lines are running. */
const SharedLineText = lazy(() => import('./words/shared-line-text.tsx'));

/**
 * Lazily loaded, because most patients are called in within the opening hours and do not need to
 * ask the reception.
 */
const AskReception = lazy(() => import('./ask/ask-reception.tsx'));

export interface PlaceCardProps {
  entry: PatientEntry;
  /**
   * The state of the patient's questionnaire answers and of an emergency alert. Undefined until
   * loaded.
   */
  visit?: OpenVisit | undefined;
  /** Whether this is the only open place in line. The card then does not say whose place it is. */
  isOnly: boolean;
}

/**
 * The card of one place in line: the line as dots, the place in large type, the expected time, and
 * what to do now [PAT-11].
 */
export function PlaceCard({ entry, visit, isOnly }: PlaceCardProps): ReactNode {
  const travel = useTravelMinutes();
  const now = useNow();
  const name = useWhose()(entry.patient);
  const advice = adviceFor(entry, { now, travelMinutes: travel[0] });
  const away = isAway(entry);
  const asks = showsReception(entry, advice);
  // A patient with an open emergency alert should call for help now. So the card must not say that
  // the patient still has time.
  const isAdvised = !away && ((visit?.alertNumbers ?? null) === null || advice.kind === 'next');
  useFocusAfter();
  return (
    <Card as="article" padding="none" className="overflow-hidden">
      <DoctorLine entry={entry} isOnly={isOnly} />
      <div className="flex flex-col gap-4 px-5 pt-4 pb-5 sm:px-8">
        {entry.hold !== null && (
          <Suspense fallback={null}>
            <MissedCall entry={entry} />
          </Suspense>
        )}
        {entry.status === 'pending_approval' && <Pending entry={entry} />}
        {entry.status !== 'pending_approval' && !away && (
          <Place entry={entry} promises={visit?.promises ?? null} />
        )}
      </div>
      {isAdvised && !(asks && advice.kind === 'gone') && (
        <AdviceBand advice={advice} entry={entry} name={name} />
      )}
      {isAdvised && asks && (
        <Suspense fallback={null}>
          <AskReception entry={entry} name={name} />
        </Suspense>
      )}
      {!away && <ArrivalBand entry={entry} />}
      {/* The server renders only what is read; controls load with the code, which keeps the page
          small. */}
      {!import.meta.env.SSR && (
        <PlaceControls
          entry={entry}
          isNext={advice.kind === 'next'}
          visit={visit}
          travel={travel}
        />
      )}
    </Card>
  );
}

/** The doctor's name, and where to find the doctor. */
function DoctorLine({ entry, isOnly }: { entry: PatientEntry; isOnly: boolean }): ReactNode {
  const { people: t } = useMessages('people');
  const name = useWhose()(entry.patient);
  const specialtyOf = useSpecialty();
  const { doctor, hospital } = entry;
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2 border-b border-line px-5 py-4 sm:px-8">
      <Avatar name={doctor.name} />
      <div className="min-w-0 flex-1 basis-40 leading-snug">
        {(name !== undefined || !isOnly) && (
          <p className="mb-0.5 text-sm font-semibold text-primary-ink">
            {name === undefined ? t.forYou : t.forPerson(name)}
          </p>
        )}
        <h2 className="font-semibold text-ink">
          {doctor.service ? (
            doctor.name
          ) : (
            <Link
              href={`/patient/hospital/${hospital.id}/doctor/${doctor.id}`}
              className="rounded-[4px] hover:text-primary-ink hover:underline"
            >
              <bdi>{doctor.name}</bdi>
            </Link>
          )}
        </h2>
        <Facts className="text-sm text-ink-soft">
          {[specialtyOf(doctor), doctor.room].filter(Boolean).join(' · ')}
          <TextLink href={`/patient/hospital/${hospital.id}`} className="text-sm">
            <bdi>{hospital.name}</bdi>
          </TextLink>
        </Facts>
      </div>
      <StatusBadge status={entry.status} />
      {entry.moved && (
        <p className="basis-full text-sm text-ink-soft">{t.movedFrom(entry.moved.from)}</p>
      )}
    </div>
  );
}

function Pending({ entry }: { entry: PatientEntry }): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  return (
    <>
      <span className="text-primary-ink">
        <PulsingDots />
      </span>
      <div>
        <p className="text-4xl leading-tight font-bold tracking-tight text-ink sm:text-5xl">
          {t.pendingHeadline}
        </p>
        <p className="mt-2 text-lg text-ink-soft">{t.pendingWait}</p>
      </div>
      <Suspense fallback={<div className="min-h-16" />}>
        <RequestSteps />
      </Suspense>
      <Wait entry={entry} />
    </>
  );
}

function Place({
  entry,
  promises,
}: {
  entry: PatientEntry;
  promises: HeldTimes | null;
}): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const { position } = entry;
  const [firstPosition] = useState(position);
  const name = useWhose()(entry.patient);
  const placeText = usePlaceText();
  return (
    <>
      {position > 0 && (
        // The dots show the line up to the patient. Screen readers read the same information from
        // the text below.
        <div aria-hidden="true">
          <QueueDots place={position} total={position} size="large" />
        </div>
      )}
      <div>
        {/* The key restarts the animation when the place changes. */}
        <p
          key={position}
          className={`text-[2.75rem] leading-display font-bold tracking-tight text-ink tabular-nums sm:text-6xl ${position === firstPosition ? '' : 'animate-moved-up'}`}
        >
          {placeText(entry)}
        </p>
        {position > 0 && <p className="mt-1.5 text-[0.9375rem] text-ink-soft">{aheadText()}</p>}
      </div>
      <div>
        <Wait entry={entry} />
        {entry.booking !== null && (
          <Suspense fallback={null}>
            <BookedTime entry={entry} booking={entry.booking} />
          </Suspense>
        )}
        {!isGone(entry) && !entry.doctor.service && promises && <OftenRight promises={promises} />}
      </div>
    </>
  );

  function aheadText(): string {
    if (name === undefined) return position === 1 ? t.nobodyAhead : t.ahead(position - 1);
    return position === 1 ? t.nobodyAheadOfPerson : t.aheadOfPerson(position - 1);
  }
}

function Wait({ entry }: { entry: PatientEntry }): ReactNode {
  const { patientQueue: t, ui } = useMessages('patientQueue');
  const format = useFormat();
  const now = useNow();
  const { when, left, line } = waitWords(entry, now, { t, ui, format });
  const shared = saysOfSharedLine(entry);
  const kept = useLastForecast(when === t.calculating ? undefined : when, now);
  const isKept = when === t.calculating && kept !== undefined && isWaited(entry);
  const sharedWords = (
    <Suspense fallback={t.calculating}>
      <SharedLineText entry={entry} />
    </Suspense>
  );
  return (
    <dl>
      <dt className="text-sm text-ink-soft">{t.estimatedWait}</dt>
      <dd className="text-xl font-semibold text-balance text-ink tabular-nums sm:text-2xl">
        {shared === 'gone' ? sharedWords : noBreak(isKept ? kept.when : when)}
      </dd>
      <dd className="min-h-6 text-[0.9375rem] text-ink-soft tabular-nums empty:hidden">
        {left}
        {isKept && (
          <>
            {`${t.updated} `}
            <RelativeTime moment={kept.at} zone={entry.hospital.timeZone} />
          </>
        )}
      </dd>
      {(line !== undefined || shared === 'says') && (
        <dd className="mt-1 flex items-start gap-2 text-[0.9375rem] font-medium text-warning-ink tabular-nums">
          <Coffee aria-hidden="true" className="mt-0.5 size-4.5 shrink-0" />
          {line === undefined ? sharedWords : noBreak(line)}
        </dd>
      )}
    </dl>
  );
}

/** Whether the wait can be forecast. If the server is still calculating, an old forecast helps. */
function isWaited(entry: PatientEntry): boolean {
  return entry.status === 'waiting' && !isGone(entry);
}

/** The latest forecast on this page and when it was last shown, in ms. Undefined before the first. */
function useLastForecast(
  when: string | undefined,
  now: number,
): { readonly when: string; readonly at: number } | undefined {
  const [kept, keep] = useState<{ when: string; at: number }>();
  const isNewer = when !== undefined && (kept?.when !== when || kept.at !== now);
  if (isNewer) keep({ when, at: now });
  return kept;
}

/**
 * Whether the card tells the patient to ask the reception. While the hospital is closed it does
 * not, because nobody is at the reception.
 */
function showsReception({ line }: PatientEntry, advice: Advice): boolean {
  return line !== null && asksReception(line) && advice.kind !== 'shut';
}

/**
 * Which lazily loaded text about the line to show: 'gone' if the wait is unknown, 'says' for any
 * other text. Undefined if no text is needed.
 */
function saysOfSharedLine(entry: PatientEntry): 'gone' | 'says' | undefined {
  const { line, doctor } = entry;
  if (line === null || !(doctor.service || isAskState(line.state))) return undefined;
  if (line.state === 'running' || line.state === 'break_ahead') return undefined;
  return isGone(entry) ? 'gone' : 'says';
}

/** The skeleton of the card of a place in line, in the same size as the card. */
export function PlaceCardSkeleton({ label }: { label: string }): ReactNode {
  return (
    <LoadingRegion label={label}>
      <Card padding="none">
        <div className="flex items-center gap-3 border-b border-line px-5 py-4 sm:px-8">
          <Skeleton className="size-10 rounded-full" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-40 max-w-full" />
            <Skeleton className="h-4 w-52 max-w-full" />
          </div>
        </div>
        <div className="flex flex-col gap-5 px-5 pt-6 pb-6 sm:px-8">
          <Skeleton className="h-11 w-44 rounded-full" />
          <Skeleton className="h-16 w-64 max-w-full" />
          <Skeleton className="h-20 w-56 max-w-full" />
        </div>
        <div className="bg-sunken px-5 py-4 sm:px-8">
          <Skeleton className="h-12 w-3/4" />
        </div>
        <div className="h-40" />
      </Card>
    </LoadingRegion>
  );
}

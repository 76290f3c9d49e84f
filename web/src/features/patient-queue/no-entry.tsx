import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { Search } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { useWhose } from '../../shared/patient/use-whose.ts';
import { WhoseLine } from '../../shared/patient/whose-line.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice, type NoticeTone } from '../../ui/feedback/notice.tsx';
import { fetchedPart } from '../../ui/dialog/fetched-part.ts';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { ClockTime } from '../../ui/text/time.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { newsOf, type Outcome, outcomeOf } from './place/my-place.ts';
import { otherStops, ratedStop, visitsOf } from './visits/visit-stops.ts';

/** Lazily loaded, because most patients see one doctor and go to no other line. */
const VisitJourney = lazy(() => import('./visits/visit-journey.tsx'));

/** Lazily loaded with the first completed visit on the page. */
const VisitRating = fetchedPart(
  async () => (await import('./visits/visit-rating.tsx')).VisitRating,
);

/** Lazily loaded with the first completed visit on the page. */
const VisitLinks = fetchedPart(async () => (await import('./visits/visit-links.tsx')).VisitLinks);

const EarlierAlone = fetchedPart(
  async () => (await import('../../shared/earlier/my-earlier.tsx')).EarlierAlone,
);

const browsePath = '/patient/dashboard';

/**
 * The page for a patient without a place in line. It shows the visit that has just ended, if any,
 * and what the patient can do next [PAT-12].
 */
export function NoEntry({ history }: { history: readonly PatientEntry[] }): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const now = useNow();
  const news = newsOf(history, now);
  // If staff reopened a completed visit, the visit is no longer shown as ended.
  const done = newsOf(
    history.filter(({ status }) => status === 'completed'),
    now,
  );
  const outcome = news && outcomeOf(news);
  return (
    <div className="flex flex-col gap-4">
      {news && outcome && <OutcomeNotice entry={news} outcome={outcome} history={history} />}
      {done?.severalStops && (
        <Suspense>
          <VisitJourney entry={done} />
        </Suspense>
      )}
      <Suspense>
        <EarlierAlone />
      </Suspense>
      <EmptyState
        title={t.noActive}
        description={t.noActiveLead}
        action={
          <ButtonLink variant="primary" href={browsePath} icon={<Search aria-hidden="true" />}>
            {t.browseHospitals}
          </ButtonLink>
        }
      />
    </div>
  );
}

function OutcomeNotice({
  entry,
  outcome,
  history,
}: {
  entry: PatientEntry;
  outcome: Outcome;
  history: readonly PatientEntry[];
}): ReactNode {
  const { patientQueue: t } = useMessages('patientQueue');
  const { title, text } = t.outcome[outcome];
  const isLineDone = outcome === 'completed' && entry.doctor.service !== null;
  const announced = isLineDone ? t.lineDone(entry.doctor.name) : text(entry.doctor.name);
  // If a visit has several steps and one has ended, the list of steps below shows whether the whole
  // visit is over.
  const isStop = outcome === 'completed' && entry.severalStops;
  const [stops] = visitsOf([entry, ...otherStops(entry, history)]);
  const rated = stops && ratedStop(stops);
  const name = useWhose()(entry.patient);
  return (
    <Notice
      tone={tones[outcome]}
      title={isStop ? announced : title}
      action={
        outcome === 'completed' ? (
          stops &&
          rated && (
            <Suspense fallback={<div className="min-h-22" />}>
              <VisitRating entry={rated} stops={stops} />
              <VisitLinks stops={stops} />
            </Suspense>
          )
        ) : (
          <ButtonLink
            size="small"
            href={entry.closed === null ? browsePath : `/patient/hospital/${entry.hospital.id}`}
          >
            {entry.closed !== null
              ? t.askAgain
              : entry.doctor.service
                ? t.browseHospitals
                : t.findAnother}
          </ButtonLink>
        )
      }
    >
      <WhoseLine name={name} />
      {!isStop && announced}
      {entry.rejectionReason && (
        <p className="mt-1.5 wrap-anywhere whitespace-pre-line">
          <span className="font-semibold">{`${t.reason}: `}</span>
          <bdi>{entry.rejectionReason}</bdi>
        </p>
      )}
      {entry.closed?.word && (
        <p className="mt-1.5 wrap-anywhere whitespace-pre-line">
          <span className="font-semibold">{`${t.wordOfStaff}: `}</span>
          <bdi>{entry.closed.word}</bdi>
        </p>
      )}
      {entry.endedAt && (
        <p className="mt-1 text-sm">
          <ClockTime moment={entry.endedAt} zone={entry.hospital.timeZone} />
        </p>
      )}
    </Notice>
  );
}

const tones: Record<Outcome, NoticeTone> = {
  rejected: 'warning',
  removed: 'warning',
  day_ended: 'warning',
  doctor_left: 'warning',
  noShow: 'warning',
  completed: 'success',
};

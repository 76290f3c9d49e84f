import type { Doctor } from '@baari/contract/doctor/doctor.ts';
import type { HomeLine } from '@baari/contract/lines/shared-line.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { ApiProblem } from '../../api/problems/problem.ts';
import { nextSlotsQuery } from '../../shared/hospital/next-slots-query.ts';
import { isComing } from '../../api/is-coming.ts';
import { homeLinesQuery } from '../../api/queries/line-queries.ts';
import {
  hospitalDoctorsQuery,
  hospitalQuery,
  openEntriesQuery,
  peopleQuery,
} from '../../api/queries/queries.ts';
import { type Repeatable, TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { BookLine } from '../../features/appointments/book-action.tsx';
import { NextSlot } from '../../features/appointments/free-times/next-slot.tsx';
import { DoctorList } from '../../features/browse/doctor-list.tsx';
import { HomeLines } from '../../features/browse/home-lines.tsx';
import { HospitalHead } from '../../features/browse/hospital-head.tsx';
import {
  DoctorCardsSkeleton,
  FiltersSkeleton,
  HospitalHeadSkeleton,
} from '../../features/browse/skeletons.tsx';
import { JoinAction } from '../../features/patient-queue/join/join-action.tsx';
import { OpenEntryNotice } from '../../features/patient-queue/join/open-entry-notice.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { useWatchedHospital } from '../../live/use-live.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';

/** The patient's page about one hospital and its doctors [ROUTE-13, PAT-4 … PAT-7]. */
export function Page(): ReactNode {
  const { hospitalId = '' } = useParams();
  const { browse: t } = useMessages('browse');
  const hospital = useQuery(hospitalQuery(hospitalId));
  const isFirstPicture = isComing(
    useQuery(openEntriesQuery()),
    useQuery(peopleQuery()),
    useQuery(homeLinesQuery(hospitalId)),
    useQuery(hospitalDoctorsQuery(hospitalId)),
    useQuery(nextSlotsQuery(hospitalId)),
  );
  useWatchedHospital(hospitalId);
  usePageTitle(hospital.data?.name ?? t.doctorsTitle);

  if (!hospital.isPending && !hospital.data) return <NoHospital query={hospital} />;
  if (!hospital.data || isFirstPicture) return <HospitalSkeleton />;
  return (
    <>
      <HospitalHead hospital={hospital.data} />
      <div className="mb-6 empty:hidden">
        <OpenEntryNotice />
      </div>
      <HomeLines hospitalId={hospitalId} Action={LineAction} />
      <DoctorList hospitalId={hospitalId} Action={CardAction} />
    </>
  );
}

function HospitalSkeleton(): ReactNode {
  const { browse: t } = useMessages('browse');
  return (
    <>
      <HospitalHeadSkeleton label={t.loadingHospital} />
      <FiltersSkeleton className="mb-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-3" />
      <DoctorCardsSkeleton label={t.loadingDoctors} />
    </>
  );
}

/**
 * For a doctor's card: the doctor's next free appointment, and the button to join the doctor's line
 * now.
 */
function CardAction({ doctor }: { doctor: Doctor }): ReactNode {
  return (
    <div className="flex flex-col gap-3">
      <NextSlot doctor={doctor} />
      <JoinAction doctor={doctor} />
    </div>
  );
}

function LineAction({ line }: { line: HomeLine }): ReactNode {
  return (
    <div className="flex flex-col gap-3">
      <JoinAction doctor={line} />
      <BookLine line={line} />
    </div>
  );
}

function NoHospital({ query }: { query: Repeatable & { error: unknown } }): ReactNode {
  const { error: failure } = query;
  const { browse: t } = useMessages('browse');
  const problemText = useProblemText();
  const back = <ButtonLink href="/patient/dashboard">{t.backToHospitals}</ButtonLink>;
  if (isMissing(failure)) {
    return (
      <EmptyState
        headingLevel={1}
        title={t.hospitalNotFound}
        description={t.hospitalNotFoundLead}
        action={back}
      />
    );
  }
  return (
    <ErrorState
      headingLevel={1}
      title={t.hospitalFailed}
      description={problemText(failure, t.hospitalFallback)}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <TryAgain query={query} />
          {back}
        </div>
      }
    />
  );
}

/**
 * Whether loading failed because the hospital does not exist. A malformed id in the URL counts as
 * well.
 */
function isMissing(failure: unknown): boolean {
  return failure instanceof ApiProblem && (failure.status === 404 || failure.status === 400);
}

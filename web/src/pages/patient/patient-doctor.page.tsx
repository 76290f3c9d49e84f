import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Redirect, useParams } from 'wouter';
import { ApiProblem } from '../../api/problems/problem.ts';
import { nextSlotsQuery } from '../../shared/hospital/next-slots-query.ts';
import { isComing } from '../../api/is-coming.ts';
import {
  doctorQuery,
  hospitalQuery,
  openEntriesQuery,
  peopleQuery,
} from '../../api/queries/queries.ts';
import { type Repeatable, TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { usePageTitle } from '../../navigation/page-title.ts';
import { BookAction } from '../../features/appointments/book-action.tsx';
import { NextSlot } from '../../features/appointments/free-times/next-slot.tsx';
import { DoctorProfile } from '../../features/browse/doctor-profile.tsx';
import { JoinAction } from '../../features/patient-queue/join/join-action.tsx';
import { OpenEntryNotice } from '../../features/patient-queue/join/open-entry-notice.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { useWatchedHospital } from '../../live/use-live.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Link } from '../../ui/link.tsx';
import { DetailSkeleton } from '../../ui/feedback/skeleton.tsx';
import { VerificationNotice } from '../../ui/standing-mark.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';

const figuresEveryMs = 60_000;

/**
 * The patient's page about one doctor: status, length of the line, and the button to join
 * [ROUTE-16, PAT-8].
 */
export function Page(): ReactNode {
  const { doctorId = '', hospitalId } = useParams();
  const { browse: t } = useMessages('browse');
  const doctor = useQuery({ ...doctorQuery(doctorId), refetchInterval: figuresEveryMs });
  const home = doctor.data?.hospital_id ?? hospitalId;
  // The data of a hospital that is hidden from patients cannot be loaded.
  const isShown = doctor.data?.hospitalStanding !== 'hidden';
  const hospital = useQuery({
    ...hospitalQuery(home ?? ''),
    enabled: home !== undefined && isShown,
  });
  const isFirstPicture = isComing(
    hospital,
    useQuery(openEntriesQuery()),
    useQuery(peopleQuery()),
    useQuery({ ...nextSlotsQuery(home ?? ''), enabled: home !== undefined && isShown }),
  );
  useWatchedHospital(home);
  usePageTitle(doctor.data?.name ?? t.aboutDoctor);

  if (doctor.isPending || isFirstPicture) return <DetailSkeleton label={t.loadingDoctor} />;
  if (!doctor.data) {
    return (
      <>
        <h1 className="sr-only">{t.aboutDoctor}</h1>
        <NoDoctor query={doctor} />
      </>
    );
  }
  // The hospital in the URL is not the doctor's hospital, so the page redirects to the right URL.
  if (hospitalId !== undefined && hospitalId !== doctor.data.hospital_id) {
    return (
      <Redirect to={`/patient/hospital/${doctor.data.hospital_id}/doctor/${doctorId}`} replace />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <Link
        href={`/patient/hospital/${doctor.data.hospital_id}`}
        className="-mb-2 -ms-1 inline-flex min-h-11 w-fit items-center gap-1.5 rounded-control px-1 text-sm font-semibold text-primary-ink hover:underline md:pointer-fine:min-h-8 print:hidden"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        {t.backToDoctors}
      </Link>
      <div className="empty:hidden">
        <OpenEntryNotice />
      </div>
      <VerificationNotice standing={doctor.data.hospitalStanding} />
      <DoctorProfile
        doctor={doctor.data}
        hospital={hospital.data}
        // For a hidden hospital no button is shown, because the notice above gives the reason.
        action={
          isShown && (
            <div className="flex flex-col gap-3">
              <JoinAction doctor={doctor.data} />
              <div className="flex flex-col gap-2">
                <NextSlot doctor={doctor.data} />
                <BookAction doctor={doctor.data} />
              </div>
            </div>
          )
        }
      />
    </div>
  );
}

function NoDoctor({ query }: { query: Repeatable & { error: unknown } }): ReactNode {
  const { error: failure } = query;
  const { browse: t } = useMessages('browse');
  const problemText = useProblemText();
  const back = <ButtonLink href="/patient/dashboard">{t.backToHospitals}</ButtonLink>;
  if (failure instanceof ApiProblem && (failure.status === 404 || failure.status === 400)) {
    return (
      <EmptyState
        headingLevel={1}
        title={t.doctorNotFound}
        description={t.doctorNotFoundLead}
        action={back}
      />
    );
  }
  return (
    <ErrorState
      headingLevel={1}
      title={t.doctorFailed}
      description={problemText(failure)}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <TryAgain query={query} />
          {back}
        </div>
      }
    />
  );
}

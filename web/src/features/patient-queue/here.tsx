import { checkInAtDoor } from '@baari/contract/visit/arrival.ts';
import type { PatientEntry } from '@baari/contract/queue/queue.ts';
import { whereToGo } from '@baari/contract/lines/where-to-go.ts';
import { useQueryClient } from '@tanstack/react-query';
import { MapPinCheck } from 'lucide-react';
import { type ReactNode, useCallback, useEffect } from 'react';
import { queueRoot } from '../../api/queries/queries.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { useWrite } from '../../api/use-write.ts';
import { useMessages } from '../../i18n/language.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { LoadingRegion, Skeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';

/**
 * The page that the QR code at the hospital's door opens. It checks the patient in, or shows the
 * doctors [ARR-5].
 */
export function Here({ hospitalId, code }: { hospitalId: string; code: string }): ReactNode {
  const { arrival, checkingIn } = useMessages('arrival', 'checkingIn');
  const problemText = useProblemText();
  const client = useQueryClient();
  const { mutate, data, error, isPending } = useWrite(checkInAtDoor, {
    onSuccess: () => client.invalidateQueries({ queryKey: queueRoot }),
  });
  const checkIn = useCallback(
    () => mutate({ params: { id: hospitalId }, body: { code } }),
    [mutate, hospitalId, code],
  );
  useEffect(() => {
    if (code !== '') checkIn();
  }, [checkIn, code]);

  if (code === '' || error) {
    const isHalf = error === null || error.code === 'invalid_request';
    const isCodeWrong = isHalf || error.code === 'door_code_wrong';
    return (
      <ErrorState
        headingLevel={1}
        title={checkingIn.hereFailedTitle}
        description={isHalf ? checkingIn.hereNoCode : problemText(error, arrival.checkInFailed)}
        action={
          // If the QR code is wrong, retrying cannot help.
          isCodeWrong ? (
            <ButtonLink href="/patient/queue">{checkingIn.hereQueue}</ButtonLink>
          ) : (
            <TryAgain query={{ isFetching: isPending, refetch: checkIn }} />
          )
        }
      />
    );
  }
  if (!data) {
    return (
      <>
        <PageHeader title={checkingIn.hereTitle} />
        <LoadingRegion label={checkingIn.hereChecking}>
          <Card>
            <Skeleton className="h-16 w-full" />
          </Card>
        </LoadingRegion>
      </>
    );
  }
  if (data.queues.length === 0 && data.refused.length === 0) {
    return (
      <EmptyState
        headingLevel={1}
        title={checkingIn.hereNobodyTitle}
        description={checkingIn.hereNobody}
        action={
          <ButtonLink variant="primary" href={`/patient/hospital/${hospitalId}`}>
            {checkingIn.hereChoose}
          </ButtonLink>
        }
      />
    );
  }
  return (
    <>
      <PageHeader
        title={data.queues.length > 0 ? checkingIn.hereDone : checkingIn.hereFailedTitle}
        description={checkingIn.hereOf(data.hospital.name)}
      />
      <div className="flex flex-col gap-4">
        <ul className="flex flex-col gap-3">
          {data.queues.map((entry) => (
            <Arrived key={entry.id} entry={entry} />
          ))}
        </ul>
        {data.refused.map(({ doctorName }) => (
          <Notice key={doctorName} tone="warning">
            {checkingIn.hereRefused(doctorName)}
          </Notice>
        ))}
        <div>
          <ButtonLink variant="primary" href="/patient/queue">
            {checkingIn.hereQueue}
          </ButtonLink>
        </div>
      </div>
    </>
  );
}

function Arrived({ entry }: { entry: PatientEntry }): ReactNode {
  const { arrival, checkingIn } = useMessages('arrival', 'checkingIn');
  const { status, token, position, doctor, patient } = entry;
  return (
    <Card as="li" className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <MapPinCheck aria-hidden="true" className="size-8 shrink-0 text-success-ink" />
      <div className="min-w-0 flex-1 basis-44">
        <p className="font-semibold text-ink">
          <bdi>{patient.fullName}</bdi>
        </p>
        <p className="text-[0.9375rem] text-ink-soft">
          {status === 'pending_approval' && checkingIn.herePending}
          {status === 'waiting' && arrival.placeWith(position, doctor.name)}
          {status === 'in_progress' &&
            (doctor.service === null
              ? arrival.withDoctor(doctor.name)
              : arrival.atPoint(whereToGo(doctor) ?? doctor.name))}
        </p>
        {doctor.room && !(status === 'in_progress' && doctor.service !== null) && (
          <p className="font-medium text-ink">{doctor.room}</p>
        )}
      </div>
      {token !== null && (
        <p className="text-2xl font-bold text-ink tabular-nums">
          <span className="sr-only">{arrival.token} </span>
          {token}
        </p>
      )}
    </Card>
  );
}

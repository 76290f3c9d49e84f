import { acceptOffer, declineOffer, type EarlierOffer } from '@baari/contract/visit/earlier.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { ApiProblem } from '../../api/problems/problem.ts';
import { useFailureToast } from '../../api/problems/use-failure-toast.ts';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { appointmentRoot } from '../../api/queries/appointment-queries.ts';
import { useWrite } from '../../api/use-write.ts';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { useWhose } from '../patient/use-whose.ts';
import { WhoseLine } from '../patient/whose-line.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { HeldUntil, TimeOfOffer } from './offer-times.tsx';
import { keepsOffer } from './keeps-offer.ts';
import { OfferEnded } from './offer-ended.tsx';
import type { KnownEnd, OfferEnd } from './shown-offers.ts';

/**
 * A card with an offer of an earlier time and buttons to accept or decline it. After the end of the
 * offer, says how it ended [APPT-1].
 */
export function OfferCard({
  offer,
  end,
  onEnd,
}: {
  offer: EarlierOffer;
  /** How the offer ended; null while the offer waits for the patient's answer. */
  end: OfferEnd | null;
  onEnd: (end: KnownEnd) => void;
}): ReactNode {
  const format = useFormat();
  if (end === null) return <OpenOffer offer={offer} onEnd={onEnd} />;
  const { startsAt, doctor, hospital } = offer;
  const zone = hospital.timeZone;
  const when = format.dayAndTime(format.longDate(startsAt, zone), startsAt, zone);
  return <OfferEnded end={end} text={format.beside([doctor.name, when])} />;
}

function OpenOffer({
  offer,
  onEnd,
}: {
  offer: EarlierOffer;
  onEnd: (end: KnownEnd) => void;
}): ReactNode {
  const { earlier: t } = useMessages('earlier');
  const whose = useWhose();
  const id = useId();
  const { accept, decline, failure } = useAnswers(onEnd);
  const { instead, hospital, doctor } = offer;
  const zone = hospital.timeZone;
  const params = { id: offer.id };
  return (
    <Card as="section" tone="turn" aria-labelledby={id} className="flex flex-col gap-3">
      <div>
        <h2 id={id} className="text-xl font-semibold text-ink">
          {instead === null ? t.offerFree : t.offer}
        </h2>
        <WhoseLine name={whose(offer.patient)} />
        <p className="font-medium text-ink">
          <bdi>{doctor.name}</bdi>
        </p>
        <p className="text-sm text-ink-soft">
          <bdi>{hospital.name}</bdi>
        </p>
      </div>
      <dl className="grid gap-3 sm:grid-cols-2">
        <TimeOfOffer label={t.newTime} at={offer.startsAt} zone={zone} isNew />
        {instead && <TimeOfOffer label={t.ownTime} at={instead.startsAt} zone={zone} />}
      </dl>
      <HeldUntil expiresAt={offer.expiresAt} zone={zone} />
      <p className="max-w-prose text-sm text-ink">
        {`${t.reasons[offer.reason]} ${instead === null ? t.swapFree : t.swap}`}
      </p>
      {failure && (
        <ProblemNotice title={failure.title} problem={failure.problem} fallback={failure.title} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="turn"
          size="large"
          className="grow sm:grow-0"
          busy={accept.isPending}
          busyLabel={t.taking}
          held={decline.isPending}
          onClick={() => accept.mutate({ params })}
        >
          {t.take}
        </Button>
        <Button
          size="large"
          className="grow sm:grow-0"
          busy={decline.isPending}
          busyLabel={t.declining}
          held={accept.isPending}
          onClick={() => decline.mutate({ params })}
        >
          {t.decline}
        </Button>
      </div>
    </Card>
  );
}

/**
 * The functions that accept and decline the offer. If the server's refusal means that the offer has
 * ended, the page shows it as ended.
 */
function useAnswers(onEnd: (end: KnownEnd) => void) {
  const { earlier: t } = useMessages('earlier');
  const client = useQueryClient();
  const showFailure = useFailureToast();
  const onSettled = () => void client.invalidateQueries({ queryKey: appointmentRoot });
  const onError = (problem: ApiProblem) => {
    if (keepsOffer(problem)) return;
    // The bookings are loaded again, because they show whether the offer was accepted on another
    // page.
    onEnd('gone');
    if (problem.code !== 'offer_over') showFailure(problem, t.takeFailed);
  };
  const accept = useWrite(acceptOffer, { onSuccess: () => onEnd('taken'), onError, onSettled });
  const decline = useWrite(declineOffer, {
    onSuccess: () => onEnd('declined'),
    onError,
    onSettled,
  });
  const failed = accept.error
    ? { title: t.takeFailed, problem: accept.error }
    : decline.error && { title: t.declineFailed, problem: decline.error };
  return { accept, decline, failure: failed };
}

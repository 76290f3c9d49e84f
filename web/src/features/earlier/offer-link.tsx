import {
  acceptOfferLink,
  declineOfferLink,
  type LinkOffer,
} from '@baari/contract/visit/earlier.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isUnknownLink } from '../../api/problems/unknown-link.ts';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { ProblemNotice } from '../../api/problems/problem-notice.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { offerLinkQuery } from '../../shared/earlier/earlier-queries.ts';
import { useWrite } from '../../api/use-write.ts';
import { useLastDigits } from '../../shared/patient/use-last-digits.tsx';
import { useFormat, useMessages } from '../../i18n/language.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { DetailSkeleton } from '../../ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { Card } from '../../ui/layout/card.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { HeldUntil, TimeOfOffer } from '../../shared/earlier/offer-times.tsx';
import { OfferEnded } from '../../shared/earlier/offer-ended.tsx';
import type { OfferEnd } from '../../shared/earlier/shown-offers.ts';

/**
 * The page that a link to an offer of an earlier time opens. Anybody with the link can use it,
 * signed in or not [APPT-1].
 */
export function OfferLink({ secret }: { secret: string }): ReactNode {
  const { earlier: t } = useMessages('earlier');
  const problemText = useProblemText();
  const query = useQuery(offerLinkQuery(secret));
  if (query.data) return <Offer secret={secret} offer={query.data.offer} />;
  if (secret === '' || isUnknownLink(query.error)) {
    return <EmptyState headingLevel={1} title={t.unknown} description={t.unknownLead} />;
  }
  if (!query.error) return <DetailSkeleton label={t.loading} />;
  return (
    <ErrorState
      headingLevel={1}
      title={t.failed}
      description={problemText(query.error, t.failed)}
      action={<TryAgain query={query} />}
    />
  );
}

const ends: Readonly<Record<Exclude<LinkOffer['state'], 'open'>, OfferEnd>> = {
  accepted: 'taken',
  declined: 'declined',
  expired: 'over',
  withdrawn: 'over',
};

function Offer({ secret, offer }: { secret: string; offer: LinkOffer }): ReactNode {
  const { earlier: t } = useMessages('earlier');
  const format = useFormat();
  const now = useNow();
  const { state, timeZone: zone, startsAt, expiresAt } = offer;
  const isOver = state === 'open' && Date.parse(expiresAt) <= now;
  const isOpen = state === 'open' && !isOver;
  const when = format.dayAndTime(format.longDate(startsAt, zone), startsAt, zone);
  return (
    <>
      <PageHeader
        title={t.linkTitle}
        {...(isOpen && { description: t.linkLead(offer.hospitalName) })}
      />
      {isOpen ? (
        <Card padding="large" className="flex flex-col gap-5">
          <p className="text-lg font-semibold text-ink">
            <bdi>{offer.doctorName}</bdi>
          </p>
          <dl>
            <TimeOfOffer label={t.newTime} at={startsAt} zone={zone} isNew />
          </dl>
          <HeldUntil expiresAt={expiresAt} zone={zone} />
          <AnswerForm secret={secret} offer={offer} />
        </Card>
      ) : (
        <OfferEnded
          end={state === 'open' ? 'over' : ends[state]}
          text={format.beside([offer.doctorName, when])}
          action={<ButtonLink href="/patient/queue">{t.toMine}</ButtonLink>}
        />
      )}
    </>
  );
}

function AnswerForm({ secret, offer }: { secret: string; offer: LinkOffer }): ReactNode {
  const { earlier: t } = useMessages('earlier');
  const digits = useLastDigits(t.digitsHint);
  const client = useQueryClient();
  const { queryKey } = offerLinkQuery(secret);
  const options = {
    onSuccess: (reply: { offer: LinkOffer }) => client.setQueryData(queryKey, reply),
    // The offer may have ended in the meantime, so it is fetched again.
    onError: () => void client.invalidateQueries({ queryKey }),
  };
  const accept = useWrite(acceptOfferLink, options);
  const decline = useWrite(declineOfferLink, options);
  const failure = accept.error ?? decline.error;
  const isMismatch = failure?.code === 'offer_not_matched';

  function answer(write: typeof accept | typeof decline): void {
    accept.reset();
    decline.reset();
    digits.use((lastDigits) => write.mutate({ body: { secret, lastDigits } }));
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        answer(accept);
      }}
    >
      <p className="text-[0.9375rem] text-ink-soft">
        {offer.replacesBooking ? t.swap : t.swapFree}
      </p>
      {digits.field(isMismatch ? t.mismatch : undefined)}
      {failure && !isMismatch && (
        <ProblemNotice title={accept.error ? t.takeFailed : t.declineFailed} problem={failure} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          size="large"
          className="grow"
          busy={accept.isPending}
          busyLabel={t.taking}
          held={decline.isPending}
        >
          {t.take}
        </Button>
        <Button
          size="large"
          className="grow"
          busy={decline.isPending}
          busyLabel={t.declining}
          held={accept.isPending}
          onClick={() => answer(decline)}
        >
          {t.decline}
        </Button>
      </div>
    </form>
  );
}

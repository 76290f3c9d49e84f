import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { TryAgain } from '../../api/problems/try-again.tsx';
import { useProblemText } from '../../api/problems/use-problem-text.ts';
import { appointmentsQuery } from '../../api/queries/appointment-queries.ts';
import { ownEarlierQuery } from './earlier-queries.ts';
import { useMessages } from '../../i18n/language.tsx';
import { OpenWish } from './wish-buttons.tsx';
import { useWhose } from '../patient/use-whose.ts';
import { WhoseLine } from '../patient/whose-line.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { Card } from '../../ui/layout/card.tsx';
import { OfferCard } from './offer-card.tsx';
import { endOf, withEnd, withOpenOffers } from './shown-offers.ts';

/**
 * The component `MyEarlier` for a page without bookings. Renders nothing for a patient who has
 * bookings.
 */
export function EarlierAlone(): ReactNode {
  const { data: booked } = useQuery(appointmentsQuery());
  const hasNone = booked && booked.upcoming.length + booked.past.length === 0;
  return hasNone ? <MyEarlier /> : null;
}

/**
 * The offers of earlier times that the patient can answer, and the patient's requests that belong
 * to no booking [APPT-1].
 */
export function MyEarlier({ hospitalId }: { hospitalId?: string | undefined }): ReactNode {
  const { earlier: t } = useMessages('earlier');
  const problemText = useProblemText();
  const whose = useWhose();
  const now = useNow();
  const query = useQuery(ownEarlierQuery());
  // This query does not load the bookings itself, because the page loads them in any case.
  const { data: booked } = useQuery({ ...appointmentsQuery(), enabled: false });
  const [shown, setShown] = useShownOffers();
  const isHere = ({ hospital }: { hospital: { id: string } }) =>
    hospitalId === undefined || hospital.id === hospitalId;
  if (!query.data) {
    if (!query.isError) return null;
    return (
      <Notice tone="warning" title={t.failed} action={<TryAgain query={query} part />}>
        {problemText(query.error, t.failed)}
      </Notice>
    );
  }
  const offers = shown.filter(({ offer }) => isHere(offer));
  const wishes = query.data.wishes.filter((wish) => wish.appointment === null && isHere(wish));
  if (offers.length + wishes.length === 0) return null;
  return (
    <div className="flex flex-col gap-4">
      {offers.map((each) => (
        <OfferCard
          key={each.offer.id}
          offer={each.offer}
          end={endOf(each, booked?.upcoming ?? [], now)}
          onEnd={(end) => setShown((before) => withEnd(before, each.offer.id, end))}
        />
      ))}
      {wishes.length > 0 && (
        <section aria-labelledby="waiting-title" className="flex flex-col gap-3">
          <h2 id="waiting-title" className="text-xl font-semibold text-ink">
            {t.waiting}
          </h2>
          <ul className="grid gap-3 lg:grid-cols-2">
            {wishes.map((wish) => (
              <Card key={wish.id} as="li" className="flex flex-col gap-2">
                <div>
                  <WhoseLine name={whose(wish.patient)} />
                  <p className="font-medium text-ink">
                    <bdi>{wish.doctor.name}</bdi>
                  </p>
                  <p className="text-sm text-ink-soft">
                    <bdi>{wish.hospital.name}</bdi>
                  </p>
                </div>
                <OpenWish wish={wish} about={wish.doctor.name} />
              </Card>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/**
 * The offers that the page shows, including offers that have ended meanwhile; see `withOpenOffers`.
 */
function useShownOffers() {
  const { data } = useQuery(ownEarlierQuery());
  const [read, setRead] = useState(data);
  const [shown, setShown] = useState(() => withOpenOffers([], data?.offers ?? []));
  if (data !== undefined && data !== read) {
    setRead(data);
    setShown(withOpenOffers(shown, data.offers));
  }
  const client = useQueryClient();
  const gone = shown.filter(({ end }) => end === 'gone').length;
  useEffect(() => {
    // The bookings are loaded again, because they show whether a missing offer was accepted on
    // another page.
    if (gone > 0) void client.invalidateQueries(appointmentsQuery());
  }, [client, gone]);
  return [shown, setShown] as const;
}

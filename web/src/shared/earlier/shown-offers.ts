import type { EarlierOffer } from '@baari/contract/visit/earlier.ts';

/** How an offer of an earlier time ended, for an offer that the page shows. */
export type OfferEnd = 'taken' | 'declined' | 'over';
/**
 * How the offer ended, as far as the page knows. `gone` means that the offer ended elsewhere, for
 * example on another page.
 */
export type KnownEnd = OfferEnd | 'gone';

/**
 * An offer that the page shows. After its end the offer stays on the page, so that the patient
 * reads how it ended.
 */
export interface ShownOffer {
  readonly offer: EarlierOffer;
  /** How the offer ended; null while the offer waits for the patient's answer. */
  readonly end: KnownEnd | null;
}

interface BookedTime {
  readonly doctor: { readonly id: string };
  readonly startsAt: string;
}

/** Returns the offers to show on the page after the open offers were fetched from the server. */
export function withOpenOffers(
  shown: readonly ShownOffer[],
  open: readonly EarlierOffer[],
): readonly ShownOffer[] {
  const kept = shown.map(({ offer, end }) => {
    const current = open.find(({ id }) => id === offer.id);
    return end !== null || current === undefined
      ? { offer, end: end ?? ('gone' as const) }
      : { offer: current, end };
  });
  const added = open.filter(({ id }) => !shown.some(({ offer }) => offer.id === id));
  return [...kept, ...added.map((offer) => ({ offer, end: null }))];
}

/** Returns the offers to show on the page after the patient answered one of them on this page. */
export function withEnd(
  shown: readonly ShownOffer[],
  id: string,
  end: KnownEnd,
): readonly ShownOffer[] {
  return shown.map((each) => (each.offer.id === id ? { ...each, end } : each));
}

/**
 * How an offer ended; null while it waits for an answer. An offer that ended elsewhere counts as
 * accepted if its time is booked, otherwise as over.
 */
export function endOf(
  { offer, end }: ShownOffer,
  booked: readonly BookedTime[],
  now: number,
): OfferEnd | null {
  // `now` is the server's time, so the page and the server end the offer at the same time.
  if (end === null) return Date.parse(offer.expiresAt) <= now ? 'over' : null;
  if (end !== 'gone') return end;
  const isBooked = booked.some(
    ({ doctor, startsAt }) => doctor.id === offer.doctor.id && startsAt === offer.startsAt,
  );
  return isBooked ? 'taken' : 'over';
}

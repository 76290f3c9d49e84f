/**
 * Messages to the patient who gets an offer of an earlier time: the offer, and the notice that the
 * offer is over [APPT-1].
 */
import { earlierLinkPath } from '@baari/contract/visit/earlier.ts';
import { notify } from '../notifications/notify.ts';
import type { Queryable } from '../platform/database/database.ts';
import { type EarlierNews, earlierWords } from './earlier-words.ts';
import type { OfferRow } from './held-slots.store.ts';

/**
 * Queues the message about an offer in the transaction that makes the offer. `secret` is the secret
 * of the offer's link.
 */
export async function notifyOffered(
  tx: Queryable,
  offer: OfferRow,
  { secret, publicUrl }: { readonly secret: string; readonly publicUrl: string },
  now: Date,
): Promise<void> {
  const needsDigits = phonesOf(offer).length > 0;
  const link = needsDigits
    ? `${publicUrl}${earlierLinkPath}#${secret}`
    : `${publicUrl}/patient/queue`;
  await tell(tx, 'earlier_offered', offer, { link, needsDigits }, now);
}

/** Queues the message that the hospital withdrew an offer. */
export async function notifyOfferOver(
  tx: Queryable,
  offer: OfferRow,
  publicUrl: string,
  now: Date,
): Promise<void> {
  const link = `${publicUrl}/patient/queue`;
  await tell(tx, 'offer_over', offer, { link, needsDigits: false }, now);
}

/** The phones whose last digits prove the identity of a person who answers by the link. */
export function phonesOf(
  offer: Pick<OfferRow, 'contact_phone' | 'phone' | 'account_phone'>,
): string[] {
  return [offer.contact_phone, offer.phone, offer.account_phone].filter((phone) => phone !== null);
}

async function tell(
  tx: Queryable,
  kind: EarlierNews,
  offer: OfferRow,
  page: { readonly link: string; readonly needsDigits: boolean },
  now: Date,
): Promise<void> {
  const { account_id: accountId, patient_id: patientId, contact_phone, phone } = offer;
  const desksPhone = contact_phone ?? phone;
  if (accountId === null && desksPhone === null) return;
  await notify(
    tx,
    {
      accountId: accountId ?? patientId,
      withoutAccount:
        accountId === null && desksPhone !== null
          ? { name: offer.patient_name, phone: desksPhone }
          : undefined,
      about: offer.id,
      kind,
      occasion: '',
      covers: [],
      notAfter: kind === 'earlier_offered' ? offer.expires_at : offer.slot_starts_at,
      // The patient agreed to these messages by requesting an earlier time.
      needsConsent: false,
      isUrgent: kind === 'earlier_offered',
      sendKind: 'appointment',
      hospital: {
        id: offer.slot_hospital_id,
        isConfirmed: offer.hospital_standing === 'confirmed',
      },
      words: (to) => earlierWords(kind, { offer, to, ...page }),
    },
    now,
  );
}

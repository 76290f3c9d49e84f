/** Maps endpoints to use cases [APPT-1]. */
import * as earlier from '@baari/contract/visit/earlier.ts';
import type { Attempts } from '../identity/attempts/attempts.ts';
import type { Route } from '../platform/http/route.ts';
import {
  acceptOffer,
  acceptOfferLink,
  declineOffer,
  declineOfferLink,
  readOfferLink,
} from './answer-offer.use-case.ts';
import { getHospitalEarlier, listOwnEarlier } from './earlier.query.ts';
import { releaseHeld } from './release-held.use-case.ts';
import {
  endEarlierWish,
  endEarlierWishForPatient,
  wishEarlier,
  wishEarlierForPatient,
} from './wish-earlier.use-case.ts';

export interface EarlierOptions {
  readonly publicUrl: string;
  /** Limits how often answers to offers by links may be tried. */
  readonly attempts: Attempts;
}

export function mountEarlier(route: Route, { publicUrl, attempts }: EarlierOptions): void {
  route(earlier.wishEarlier, ({ context, body }) => wishEarlier(context, body));
  route(earlier.endEarlierWish, ({ context, params }) => endEarlierWish(context, params.id));
  route(earlier.listOwnEarlier, ({ context }) => listOwnEarlier(context));
  route(earlier.acceptOffer, ({ context, params }) => acceptOffer(context, params.id, publicUrl));
  route(earlier.declineOffer, ({ context, params }) => declineOffer(context, params.id));
  route(earlier.readOfferLink, ({ context, body }) =>
    readOfferLink(context, body.secret, attempts),
  );
  route(earlier.acceptOfferLink, ({ context, body }) =>
    acceptOfferLink(context, body, { attempts, publicUrl }),
  );
  route(earlier.declineOfferLink, ({ context, body }) => declineOfferLink(context, body, attempts));
  route(earlier.wishEarlierForPatient, ({ context, body }) => wishEarlierForPatient(context, body));
  route(earlier.endEarlierWishForPatient, ({ context, params }) =>
    endEarlierWishForPatient(context, params.id),
  );
  route(earlier.getHospitalEarlier, ({ context }) => getHospitalEarlier(context));
  route(earlier.releaseHeld, ({ context, params }) => releaseHeld(context, params.id, publicUrl));
}

/** Maps the endpoints of ABDM Scan & Register to their use cases [API-37, API-39]. */
import * as abdm from '@baari/contract/hospital/abdm.ts';
import type { Route } from '../platform/http/route.ts';
import type { AbdmOffer } from './abdm-offer.ts';
import { addCounter, removeCounter } from './counters.use-case.ts';
import { dismissAbdmShare } from './dismiss-share.use-case.ts';
import { getAbdm, getAbdmPart } from './get-abdm.query.ts';
import { listAbdmShares } from './list-shares.query.ts';
import { saveAbdm } from './save-abdm.use-case.ts';

export function mountAbdm(route: Route, offer: AbdmOffer): void {
  route(abdm.getAbdm, ({ context }) => getAbdm(context, offer));
  route(abdm.saveAbdm, ({ context, body }) => saveAbdm(context, body, offer));
  route(abdm.addAbdmCounter, ({ context, body }) => addCounter(context, body, offer));
  route(abdm.removeAbdmCounter, ({ context, params }) => removeCounter(context, params.id, offer));
  route(abdm.getAbdmPart, ({ context }) => getAbdmPart(context, offer));
  route(abdm.listAbdmShares, ({ context }) => listAbdmShares(context));
  route(abdm.dismissAbdmShare, ({ context, params }) => dismissAbdmShare(context, params.id));
}

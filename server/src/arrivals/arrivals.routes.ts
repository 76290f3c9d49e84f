/** Maps endpoints to use cases [ARR-2, ARR-4, ARR-5]. */
import * as arrival from '@baari/contract/visit/arrival.ts';
import type { Route } from '../platform/http/route.ts';
import { addWalkIn } from './add-walk-in.use-case.ts';
import { checkInAtDoor } from './check-in-at-door.use-case.ts';
import { checkInAtKiosk, openKiosk } from './check-in-at-kiosk.use-case.ts';
import { makeTicket } from './make-ticket.use-case.ts';

export function mountArrivals(route: Route, publicUrl: string): void {
  route(arrival.addWalkIn, ({ context, body }) => addWalkIn(context, body));
  route(arrival.makeTicket, ({ context, params }) => makeTicket(context, params.id, publicUrl));
  route(arrival.checkInAtDoor, ({ context, params, body }) =>
    checkInAtDoor(context, params.id, body.code),
  );
  route(arrival.openKiosk, ({ context, body }) => openKiosk(context, body.key));
  route(arrival.checkInAtKiosk, ({ context, body }) =>
    checkInAtKiosk(context, body.key, body.answer),
  );
}

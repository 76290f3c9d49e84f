/** Maps each endpoint to its use case [ARR-5, ARR-6]. */
import * as screen from '@baari/contract/hospital/screen.ts';
import type { Route } from '../platform/http/route.ts';
import { editScreen } from './edit-screen.use-case.ts';
import { makeScreen } from './make-screen.use-case.ts';
import { renewDoorCode } from './renew-door-code.use-case.ts';
import { renewScreenLink } from './renew-screen-link.use-case.ts';
import { revokeScreen } from './revoke-screen.use-case.ts';
import { listScreens } from './screens.query.ts';

export function mountScreens(route: Route, publicUrl: string): void {
  route(screen.listScreens, ({ context }) => listScreens(context, publicUrl));
  route(screen.makeScreen, ({ context, body }) => makeScreen(context, body, publicUrl));
  route(screen.editScreen, ({ context, params, body }) => editScreen(context, params.id, body));
  route(screen.revokeScreen, ({ context, params }) => revokeScreen(context, params.id));
  route(screen.renewScreenLink, ({ context, params }) =>
    renewScreenLink(context, params.id, publicUrl),
  );
  route(screen.renewDoorCode, ({ context }) => renewDoorCode(context, publicUrl));
}

/** Maps endpoints to use cases [LINE-3]. */
import * as handOffs from '@baari/contract/visit/hand-offs.ts';
import type { Route } from '../platform/http/route.ts';
import { correctHandOff, strikeHandOff, takeHandOffLine } from './change-hand-off.use-case.ts';
import { listHandOffs, listHandOffWords, listOwnHandOffs } from './hand-offs.query.ts';
import { addHandOff } from './write-hand-off.use-case.ts';

export function mountHandOffs(route: Route): void {
  route(handOffs.listHandOffs, ({ context, params }) => listHandOffs(context, params.id));
  route(handOffs.listOwnHandOffs, ({ context }) => listOwnHandOffs(context));
  route(handOffs.addHandOff, ({ context, params, body }) => addHandOff(context, params.id, body));
  route(handOffs.correctHandOff, ({ context, params, body }) =>
    correctHandOff(context, params.id, body),
  );
  route(handOffs.strikeHandOff, ({ context, params }) => strikeHandOff(context, params.id));
  route(handOffs.takeHandOffLine, ({ context, params, body }) =>
    takeHandOffLine(context, params.id, body.isTaken),
  );
  route(handOffs.listHandOffWords, ({ context, query }) => listHandOffWords(context, query.lineId));
}

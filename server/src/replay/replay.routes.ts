/** Maps the endpoint to its query. */
import { replayDay } from '@baari/contract/hospital/replay.ts';
import { forLongReads } from '../platform/context.ts';
import type { Route } from '../platform/http/route.ts';
import { replayDay as replay } from './replay-day.query.ts';
import type { Replays } from './replays.ts';

export function mountReplay(route: Route, replays: Replays): void {
  route(replayDay, ({ context, query }) => replay(forLongReads(context), replays, query));
}

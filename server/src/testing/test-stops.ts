/** Shared lines, counters and waiting people for tests, made by real calls. */
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { SharedLine } from '@baari/contract/lines/shared-line.ts';
import { get, type TestApp, type TestServer } from './test-app.ts';
import type { TestPerson } from './test-people.ts';

interface LineGiven {
  readonly name: string;
  readonly kind?: SharedLine['kind'];
  readonly order?: SharedLine['order'];
  readonly returnsEvery?: number;
  /** Whether patients request places in the line from home. */
  readonly asksFromHome?: boolean;
  /** How many counters the shared line has, or the ids of the doctors who call from it. */
  readonly points?: number | readonly string[];
}

/** Sets up a shared line whose service points are open. */
export async function makeLine(
  app: TestServer,
  admin: TestPerson,
  { name, kind = 'laboratory', points = 1, ...given }: LineGiven,
): Promise<SharedLine> {
  const doctors = typeof points === 'number' ? [] : points;
  const names =
    typeof points === 'number'
      ? Array.from({ length: points }, (_, n) => ({ name: `Counter ${n + 1}` }))
      : doctors.map((doctorId, n) => ({ name: `Room ${n + 1}`, doctorId }));
  const body = { lines: [{ name, kind, points: names, ...given }] };
  const { lines } = await get(app, admin, 'addLines', { body });
  let [line] = lines;
  if (line === undefined) throw new Error('No line was set up.');
  for (const { id } of line.points) {
    ({ line } = await get(app, admin, 'setPointState', { id, body: { state: 'open' } }));
  }
  return line;
}

let comers = 0;

/** Adds a person without an account to the end of a line. */
export async function addTo(
  app: TestServer,
  desk: TestPerson,
  lineId: string,
): Promise<StaffEntry> {
  comers += 1;
  const body = { name: `Comer ${comers}`, lineId };
  return (await get(app, desk, 'addWalkIn', { body })).queue;
}

/** Removes every entry and every shared line. */
export async function clearLines(app: TestApp): Promise<void> {
  await app.owner.query(
    `delete from queue_entry; delete from next_line; delete from token_letters;
     update service_point set removed_at = now() where removed_at is null;
     update shared_line set removed_at = now() where removed_at is null`,
  );
}

/**
 * Moves the server's clock by hours, by a day and across midnight during random actions, while
 * PostgreSQL's clock runs normally. The queue must rely on its order and versions only. No entry
 * may be lost, duplicated or called by another's token [INV-1, INV-5, INV-10, ARR-3].
 *
 * BAARI_CLOCK_RUNS sets the number of sequences of 200 calls.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { EndpointName } from '@baari/contract/endpoints.ts';
import sql from 'sql-template-tag';
import { endDays } from '../day-end/end-days.ts';
import { openQueues } from '../testing/queue-model/queues-over-http.ts';
import {
  assertMatchesModelAtLength,
  patients as patientCount,
} from '../testing/queue-model/random-work.ts';
import { type ShiftedDate, shiftDate } from '../testing/shifted-date.ts';
import {
  type CallParts,
  call,
  makeTestApp,
  type TestAnswer,
  type TestApp,
} from '../testing/test-app.ts';
import {
  makePatients,
  makeTown,
  signIn,
  type TestPerson,
  type Town,
} from '../testing/test-people.ts';
import { entriesInLog } from '../testing/queue-model/published-entries.ts';

const sequences = Number(process.env['BAARI_CLOCK_RUNS'] ?? 6);
const callsBetweenJumps = 16;

const minute = 60_000;
const hour = 60 * minute;
/** Midnight in the time zone of the test hospitals, as a time of day in UTC. */
const midnight = 18.5 * hour;

let app: TestApp;
let town: Town;
let patients: TestPerson[];
let clock: ShiftedDate;
before(async () => {
  app = await makeTestApp({ settings: { LOG_LEVEL: 'error' } });
  town = await makeTown(app);
  patients = await makePatients(app, patientCount);
  // A jump makes messages late, and a place whose messages were late gets a note for the desk. The
  // model does not know such notes, so these patients get no messages.
  for (const { userId } of patients) {
    await app.db.run(sql`
      insert into account_preferences (account_id, notify_email, notify_sms, notify_push)
      values (${userId}, false, false, false)
      on conflict (account_id) do update set notify_email = false`);
  }
  clock = shiftDate();
});
after(async () => {
  clock.restore();
  await app.close();
});

/**
 * The changes of the clock that the test makes. The last changes cross midnight forwards, back and
 * forwards again.
 */
const jumps: readonly (() => number)[] = [
  () => 3 * hour,
  () => -5 * hour,
  () => 26 * hour,
  () => -25 * hour,
  () => toMidnight() - minute,
  () => 2 * minute,
  () => -3 * minute,
  () => 10 * minute,
];

function toMidnight(): number {
  const day = 24 * hour;
  return (((midnight - (Date.now() % day)) % day) + day) % day;
}

let calls = 0;
let jumped = 0;
let signedIn = 0;
const tokens = new Map<string, Promise<string>>();

/**
 * Makes an API call. If the session has ended by the new time, signs in again and repeats the call,
 * as the web page does.
 */
async function callAnew(
  caller: TestPerson | undefined,
  name: EndpointName,
  parts: CallParts,
): Promise<TestAnswer> {
  assert.ok(caller !== undefined);
  calls += 1;
  if (calls % callsBetweenJumps === 0) {
    clock.jump(jumps[jumped % jumps.length]?.() ?? 0);
    jumped += 1;
    // Forgotten entries are closed at the end of the day. The server runs this twice a minute; the
    // test does not wait for it.
    await endDays(app.db, app.clock);
  }
  for (;;) {
    const known = tokens.get(caller.userId);
    const token = (await known) ?? caller.token;
    const answer = await call(app, { token }, name, parts);
    if (answer.status !== 401) return answer;
    if (tokens.get(caller.userId) !== known) continue;
    signedIn += 1;
    const renewed = signIn(app, caller.email).then((session) => session.token);
    tokens.set(caller.userId, renewed);
  }
}

test('if the server’s clock jumps by hours or across midnight, no patient is lost, and places 1…n and tokens stay unique [INV-1, INV-4, INV-5, INV-10, ARR-3] @long', {
  timeout: 3_600_000,
}, async (t) => {
  const hospital = { ...town, patients, call: callAnew };
  const work = { open: () => openQueues(app, hospital), sequences, shrinkMs: 60_000 };
  const { seed } = await assertMatchesModelAtLength(work);
  assert.ok(jumped >= sequences * jumps.length, `${jumped} jumps`);
  assert.ok(signedIn > 0, 'hours went by for sessions too');
  const published = await entriesInLog(app.db.pool);
  const isForgotten = published.some(({ entry }) => entry.closed?.reason === 'day_ended');
  assert.ok(isForgotten, 'and for those who waited: the morning after closed their entries');
  t.diagnostic(`${jumped} jumps in ${calls} calls of seed ${seed}`);
});

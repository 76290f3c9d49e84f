import { ticketPath } from '@baari/contract/visit/arrival.ts';
import { offeredLanguages } from '@baari/contract/languages.ts';
import type {
  checkInAtKiosk as checkInCall,
  KioskArrival,
  openKiosk as kioskCall,
} from '@baari/contract/visit/arrival.ts';
import type { ReplyOf } from '@baari/contract/endpoint.ts';
import { checkInExpected } from '../appointments/check-in.use-case.ts';
import { endAtKiosk, offerAtKiosk } from '../assessments/answer-at-kiosk.use-case.ts';
import type { Context } from '../platform/context.ts';
import { hashLinkSecret, hashOfScanned } from '../platform/secrets/link-secret.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { changeShownEntry } from '../queue/change-entry.ts';
import { rowIn } from '../queue/reads/line-names.view.ts';
import { findEntry } from '../queue/queue.store.ts';
import { shownRangeOf } from '../queue/promises/shown-range.ts';
import { countQuestion, type KnownScreen, seeScreen } from '../screens/screens.store.ts';
import {
  type ExpectedEntry,
  type ExpectedVisit,
  listBookedOfPhone,
  listOpenOfPhone,
  listOpenOfTicket,
  listOpenOfToken,
} from './arrivals.store.ts';
import { kioskView } from './arrivals.view.ts';
import { meantByPhone, readKioskAnswer } from './kiosk.rules.ts';

/**
 * How many attempts a kiosk accepts in a minute: enough for patients who type slowly, too few for
 * guessing.
 */
const maxQuestions = 20;

/** Finds the hospital of a kiosk by the kiosk's link. */
export async function openKiosk(
  { db, clock }: Context,
  key: string,
): Promise<Result<ReplyOf<typeof kioskCall>>> {
  const screen = await seeScreen(db, hashLinkSecret(key), 'kiosk', clock.now());
  if (screen === undefined) return refuse('screen_unknown');
  return ok({
    hospital: {
      id: screen.hospital_id,
      name: screen.hospital_name,
      timeZone: screen.time_zone,
      languages: offeredLanguages(screen.languages),
      standing: screen.hospital_standing,
    },
  });
}

/**
 * Checks in the patient with this token number or these last phone digits. Returns the wait, never
 * a name [ARR-5]. A patient who has just arrived may then answer the questions before the visit
 * [ASSESS-4].
 */
export async function checkInAtKiosk(
  context: Context,
  key: string,
  typed: string,
): Promise<Result<ReplyOf<typeof checkInCall>>> {
  const { db, clock } = context;
  const now = clock.now();
  const screen = await seeScreen(db, hashLinkSecret(key), 'kiosk', now);
  if (screen === undefined) return refuse('screen_unknown');
  if ((await countQuestion(db, screen.id, now)) > maxQuestions) {
    return { ...refuse('too_many_attempts'), retryAfterSeconds: 60 };
  }
  // A new check-in means that the previous patient has left the kiosk, so that patient can no
  // longer answer questions at it.
  await endAtKiosk(db, screen.id);
  const expected = await findExpected(context, screen, typed);
  if (!expected.ok) return expected;
  const checkedIn =
    'status' in expected.value
      ? await checkInEntry(context, expected.value)
      : await checkInVisit(context, expected.value);
  if (!checkedIn.ok) return checkedIn;
  const { entryId, arrival } = checkedIn.value;
  // Token numbers are shown on every display, so anybody can type one. So the token number of a
  // patient who is already checked in does not open that patient's questions.
  const questions = arrival.isAgain
    ? undefined
    : await offerAtKiosk(db, { screenId: screen.id, entryId }, now);
  return ok({ arrival, questions: questions ?? null });
}

interface CheckedIn {
  readonly entryId: string;
  readonly arrival: KioskArrival;
}

/**
 * The patient whom the text typed at the kiosk identifies. Open queue entries are searched before
 * bookings.
 */
async function findExpected(
  { db, clock }: Context,
  { hospital_id: hospitalId }: KnownScreen,
  typed: string,
): Promise<Result<ExpectedEntry | ExpectedVisit>> {
  const now = clock.now();
  const ticketHash = hashOfScanned(ticketPath, typed);
  if (ticketHash !== undefined) {
    const [scanned] = await listOpenOfTicket(db, hospitalId, ticketHash, now);
    return scanned === undefined ? refuse('nobody_expected') : ok(scanned);
  }
  const answer = readKioskAnswer(typed);
  if (answer === undefined) return refuse('nobody_expected');
  const entries =
    answer.kind === 'token'
      ? await listOpenOfToken(db, hospitalId, answer)
      : await listOpenOfPhone(db, hospitalId, answer.digits);
  const visits =
    answer.kind === 'token' ? [] : await listBookedOfPhone(db, hospitalId, answer.digits, now);
  const matching = [...entries, ...visits];
  const all = answer.kind === 'phone' ? meantByPhone(matching) : matching;
  const [first] = all;
  if (first === undefined) return refuse('nobody_expected');
  const people = new Set(all.map((each) => each.patient_id));
  return people.size > 1 ? refuse('several_expected') : ok(first);
}

async function checkInEntry(context: Context, entry: ExpectedEntry): Promise<Result<CheckedIn>> {
  const changed = await changeShownEntry(context, 'check_in', entry.id, {
    payload: {},
    by: 'kiosk',
  });
  return arrivalOf(context, entry.id, !changed.ok);
}

async function checkInVisit(context: Context, visit: ExpectedVisit): Promise<Result<CheckedIn>> {
  const joined = await checkInExpected(context, visit, 'kiosk');
  if (joined.ok) return arrivalOf(context, joined.value.queue.id, false);
  const isSaid = joined.code === 'doctor_not_available' || joined.code === 'line_closed';
  return refuse(isSaid ? joined.code : 'nobody_expected');
}

async function arrivalOf(
  { db, clock, language }: Context,
  entryId: string,
  isAgain: boolean,
): Promise<Result<CheckedIn>> {
  const row = await findEntry(db, entryId);
  const now = clock.now();
  const arrival = row && kioskView(rowIn(row, language), isAgain, now);
  if (arrival === undefined) return refuse('nobody_expected');
  const waitRange = await shownRangeOf(db, { ...arrival, id: entryId }, now);
  return ok({ entryId, arrival: { ...arrival, waitRange } });
}

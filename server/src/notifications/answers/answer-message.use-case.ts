/**
 * Carries out what a person answered to a message: the same action, with the same refusals, as if
 * the patient had done it in Baari [MSG-8]. One transaction holds the record of the answer, its
 * action and its reply, so that a repeated call does nothing twice.
 */
import { openStatuses } from '@baari/contract/constants.ts';
import { changeEntryIn } from '../../queue/change-entry.ts';
import { findEntryInLine, type EntryInLine, findEntry } from '../../queue/queue.store.ts';
import { noteNotReached } from '../../queue/reach/note-not-reached.ts';
import { rowIn } from '../../queue/reads/line-names.view.ts';
import type { Context } from '../../platform/context.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { lockLineOf } from '../../platform/hospital-sql/line-lock.store.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { addressesOf } from '../channels.rules.ts';
import { findLanguageOfHospital, findRecipientOf } from '../notifications.store.ts';
import type { Answer } from './answer-words.rules.ts';
import type { LockedBooking } from './answered-booking.ts';
import {
  findMatterOf,
  insertAnswer,
  listMatters,
  type MatterRow,
  writeOutcome,
} from './message-answers.store.ts';
import { type BookingOutcome, outcomeOfRefusal, type PlaceOutcome } from './outcome.rules.ts';
import { type Named, namedReply, plainReply } from './reply-content.ts';
import {
  type AnswerOptions,
  languageOfPhone,
  nothingSent,
  queueReply,
  type Replied,
  sendReply,
  type Sender,
} from './replies.ts';

/** An answer that somebody sent. */
export interface GivenAnswer extends Sender {
  readonly answer: Answer;
  /** The message that was replied to; undefined for none, null for one that is not known. */
  readonly delivery?: string | null | undefined;
}

/** For how long after a message a typed answer counts for it, in ms. */
const answersForMs = 24 * 3_600_000;
/** By how much a patient who writes "running late" is late: the middle step. */
const lateMinutes = 20;
/** How often an answer is tried again whose patient moved to another line meanwhile. */
const tries = 3;

/**
 * Finds what an answer is about and carries it out. A reply to a message, such as a pressed button,
 * counts for that message, if the number is its receiver's. Any other answer counts for the latest
 * message about something that is still open.
 */
export async function answerMessage(options: AnswerOptions, given: GivenAnswer): Promise<void> {
  for (let left = tries; ; left -= 1) {
    const done = await answerOnce(options, given);
    if (done.ok) return sendReply(options, done.value);
    if (left === 0) throw new Error('The patient changed lines again and again.');
  }
}

async function answerOnce(options: AnswerOptions, given: GivenAnswer): Promise<Result<Replied>> {
  const { db, clock } = options;
  const now = clock.now();
  const found = await findMatter(options, given, now);
  return db.transaction(async (tx) => {
    if (found === undefined) return answerNothing(tx, options, given, now);
    return found.kind === 'place'
      ? answerForPlace(tx, options, given, found, now)
      : answerForBooking(tx, options, given, found, now);
  });
}

interface Matter {
  readonly kind: 'place' | 'booking';
  /** The id of the entry or booking. */
  readonly id: string;
  readonly of: MatterRow;
}

async function findMatter(
  options: AnswerOptions,
  { phone, delivery }: GivenAnswer,
  now: Date,
): Promise<Matter | undefined> {
  const { db } = options;
  const since = new Date(now.getTime() - answersForMs);
  const rows =
    delivery === undefined
      ? await listMatters(db, phone, since)
      : [delivery === null ? undefined : await findMatterOf(db, delivery, phone)];
  const asked = new Set<string>();
  for (const row of rows) {
    if (row === undefined || asked.has(row.about)) continue;
    asked.add(row.about);
    const matter = await openMatter(options, row, now);
    if (matter !== undefined) return matter;
  }
  return undefined;
}

/** The matter of a message if it is still open. A booking that was checked in is a place. */
async function openMatter(
  { db, bookings }: AnswerOptions,
  of: MatterRow,
  now: Date,
): Promise<Matter | undefined> {
  const booking = await bookings.find(db, of.about, now);
  if (booking?.isOpen === true) return { kind: 'booking', id: of.about, of };
  const entryId = booking === undefined ? of.about : booking.entryId;
  const entry = entryId === null ? undefined : await findEntry(db, entryId);
  return entry !== undefined && isOpen(entry) ? { kind: 'place', id: entry.id, of } : undefined;
}

function isOpen({ status }: Pick<EntryInLine, 'status'>): boolean {
  return openStatuses.some((open) => open === status);
}

async function answerNothing(
  tx: Queryable,
  options: AnswerOptions,
  given: GivenAnswer,
  now: Date,
): Promise<Result<Replied>> {
  const { idHash, channel, answer, phone } = given;
  const outcome = 'nothing_open';
  const row = { idHash, channel, answer, about: null, accountId: null, hospitalId: null, outcome };
  if (!(await insertAnswer(tx, { ...row, outcome }, now))) return ok(nothingSent);
  const language = await languageOfPhone(tx, phone, now);
  return ok(await queueReply(tx, options, given, { content: plainReply(outcome), language }, now));
}

async function answerForPlace(
  tx: Queryable,
  options: AnswerOptions,
  given: GivenAnswer,
  matter: Matter,
  now: Date,
): Promise<Result<Replied>> {
  const [locked, entry] = await Promise.all([
    lockLineOf(tx, matter.id),
    findEntryInLine(tx, matter.id),
  ]);
  if (entry === undefined || !isOpen(entry)) return answerNothing(tx, options, given, now);
  if (locked !== entry.line_id) return refuse('entry_changed');
  if (!(await record(tx, given, matter, now))) return ok(nothingSent);
  const context = { db: options.db, clock: options.clock, actor: null, address: given.address };
  const outcome = await actForPlace(tx, context, entry, given.answer, now);
  // A patient who answers has read a message, so the desk need not telephone.
  if (outcome !== 'left') await noteNotReached(tx, entry.id, () => Promise.resolve(false), now);
  const named: Named = {
    doctorIn: (language) => rowIn(entry, language).line_name,
    hospital: entry.hospital_name,
    standing: entry.hospital_standing,
    forWhom: entry.patient_id === matter.of.account_id ? undefined : entry.patient_name,
    at: undefined,
  };
  return ok(await replyAbout(tx, options, given, { matter, outcome, named }, now));
}

async function actForPlace(
  tx: Queryable,
  context: Context,
  entry: EntryInLine,
  answer: Answer,
  now: Date,
): Promise<PlaceOutcome> {
  const isInside = entry.status === 'in_progress';
  if (answer === 'on_my_way') {
    // A patient who was not accepted yet must not set out.
    return entry.status === 'pending_approval' ? 'ask_reception' : 'on_my_way';
  }
  if (answer === 'running_late') {
    const wish = { payload: { minutes: lateMinutes } } as const;
    const late = await changeEntryIn(tx, context, entry.id, { name: 'run_late', wish }, now);
    return late.ok ? 'late' : outcomeOfRefusal(late.code, isInside);
  }
  const leave = { name: 'leave', wish: { payload: {} } } as const;
  const left = await changeEntryIn(tx, context, entry.id, leave, now);
  return left.ok ? 'left' : outcomeOfRefusal(left.code, isInside);
}

async function answerForBooking(
  tx: Queryable,
  options: AnswerOptions,
  given: GivenAnswer,
  matter: Matter,
  now: Date,
): Promise<Result<Replied>> {
  const booking = await options.bookings.lock(tx, matter.id, now);
  if (booking === undefined) return answerNothing(tx, options, given, now);
  // Checked in while this transaction waited for the lock: the next try answers for the place.
  if (booking.entryId !== null) return refuse('entry_changed');
  if (!booking.isOpen) return answerNothing(tx, options, given, now);
  if (!(await record(tx, given, matter, now))) return ok(nothingSent);
  const outcome = await actForBooking(booking, given.answer);
  return ok(await replyAbout(tx, options, given, { matter, outcome, named: booking.named }, now));
}

async function actForBooking(
  booking: LockedBooking,
  answer: Answer,
): Promise<BookingOutcome | 'ask_reception'> {
  // Only the patient can say which other time suits.
  if (answer === 'running_late') return 'move_booking';
  const done = await (answer === 'on_my_way' ? booking.confirm() : booking.cancel());
  if (!done.ok) return 'ask_reception';
  return answer === 'on_my_way' ? 'confirmed' : 'cancelled';
}

/** Records the answer before it is carried out; false if it was recorded before. */
function record(
  tx: Queryable,
  { idHash, channel, answer }: GivenAnswer,
  { id, of }: Matter,
  now: Date,
): Promise<boolean> {
  const whose = { about: id, accountId: of.account_id, hospitalId: of.hospital_id };
  return insertAnswer(tx, { idHash, channel, answer, ...whose, outcome: 'unchanged' }, now);
}

interface Done {
  readonly matter: Matter;
  readonly outcome: PlaceOutcome | BookingOutcome;
  readonly named: Named;
}

async function replyAbout(
  tx: Queryable,
  options: AnswerOptions,
  given: GivenAnswer,
  { matter, outcome, named }: Done,
  now: Date,
): Promise<Replied> {
  await writeOutcome(tx, given.idHash, outcome);
  const { account_id: accountId, hospital_id: hospitalId } = matter.of;
  const person = await findRecipientOf(tx, accountId, hospitalId);
  const language = person?.language ?? (await findLanguageOfHospital(tx, hospitalId));
  // Cancelling a booking sends its own message over the chosen channels.
  const isTold =
    outcome === 'cancelled' &&
    given.channel === 'sms' &&
    person !== undefined &&
    addressesOf(person).phone === given.phone;
  const content = isTold ? undefined : namedReply(outcome, named, language);
  return queueReply(tx, options, given, { content, language }, now);
}

/** Checks one doctor's line and sends each patient the due message, once. */
import { defaultTravelMinutes } from '@baari/contract/constants.ts';
import type { Language } from '@baari/contract/languages.ts';
import { isAskState, isGoneState } from '@baari/contract/queue/announced-wait.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { ok } from '../platform/result.ts';
import { type EntryRow, isLineAt, listFollowedEntries } from '../queue/queue.store.ts';
import { rowIn } from '../queue/reads/line-names.view.ts';
import { recordPromise, recordFirstForecasts } from '../queue/promises/keep-promise.ts';
import { forecastOfEntry, lineOfEntry, openingOf, roomOf, waitOf } from '../queue/queue.view.ts';
import { shownRangeOf } from '../queue/promises/shown-range.ts';
import { listPromisedUntil, promisedAgainAfter } from '../waits/promises.store.ts';
import { leavesInFor } from '../waits/announced-wait.rules.ts';
import { listNotices, listTravelMinutes } from './notifications.store.ts';
import {
  endedNewsMinutes,
  mayHearAt,
  newsOf,
  type QueueNews,
  type QueueNewsKind,
  type AnnouncedAndNow,
  noticeKey,
} from './queue-news.rules.ts';
import { queueNewsWords } from './queue-news-texts.ts';
import { notify } from './notify.ts';

/**
 * The minutes between two checks for messages to the patients of a doctor who is away. Meanwhile
 * only an edit of the doctor or a new day can change the patients' waits.
 */
const leftLooksInMinutes = 30;

const urgentKinds: ReadonlySet<QueueNewsKind> = new Set(['called', 'held', 'next', 'leave_now']);

/**
 * Messages while waiting need consent. The call and the hospital's decisions about the entry are
 * always sent.
 */
const kindsByConsent: ReadonlySet<QueueNewsKind> = new Set([
  'approved',
  'delayed',
  'leave_now',
  'next',
]);

export interface NotifyOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly publicUrl: string;
  /** Whether this installation sends SMS, the only channel for patients without an account. */
  readonly canSendSms: boolean;
}

export interface Look {
  /**
   * How many messages were queued. It includes messages recorded as sent although the person has no
   * channel.
   */
  readonly sent: number;
  /**
   * When to check the line again if nothing changes; undefined if only a change can cause a
   * message.
   */
  readonly again: Date | undefined;
}

export async function notifyOfQueue(options: NotifyOptions, doctorId: string): Promise<Look> {
  const { db, clock } = options;
  const now = clock.now();
  await recordFirstForecasts(db, doctorId, now);
  const entries = await listFollowedEntries(db, doctorId, endedNewsSince(now));
  if (entries.length === 0) return { sent: 0, again: undefined };
  const ids = entries.map(({ id }) => id);
  const accounts = entries.flatMap(({ account_id }) => account_id ?? []);
  const sent = Map.groupBy(await listNotices(db, ids), ({ about }) => about);
  const travel = await listTravelMinutes(db, accounts);
  const promised = await listPromisedUntil(db, ids);
  let count = 0;
  const times: (Date | undefined)[] = [];
  for (const row of entries) {
    const to = addresseeOf(row, options);
    if (to === undefined) continue;
    if (row.account_id !== null) await promiseAgain(db, row, now);
    const announcedUntil = promised.get(row.id);
    const known = new Set(
      sent.get(row.id)?.map(({ kind, occasion }) => noticeKey(kind, occasion)) ?? [],
    );
    const entry = {
      status: row.status,
      place: row.place,
      leavesIn: leavesInFor(forecastOfEntry(row, now), wayOf(row, travel)),
      cancelledBy: row.cancelled_by,
      closeReason: row.close_reason,
      movedAt: row.moved_at,
      hasDoctorLeft: hasDoctorLeft(row, now),
      approvedAt: row.approved_at,
      startedAt: row.started_at,
      endedAt: row.ended_at,
      isOnSite: row.checked_in_at !== null,
      joinedOnSite: row.checked_in_at?.getTime() === row.joined_at.getTime(),
      travelMinutes: travel.get(to.accountId) ?? defaultTravelMinutes,
      outsideHoursForMinutes: outsideHoursForMinutes(row, now),
      broughtBackAt: row.brought_back_at,
      wait: announcedUntil && waitSince(row, announcedUntil, now),
      missedCallAt: row.back_at === null ? row.called_at : null,
    };
    times.push(mayHearAt(entry, known, now), promisesAgainAt(row, now));
    // When the announced range for the call has passed, the patient's wait counts as delayed,
    // although no event occurs.
    if (row.status === 'waiting' && announcedUntil !== undefined && announcedUntil > now)
      times.push(announcedUntil);
    // A new day begins without an event, and changes the prediction.
    if (entry.hasDoctorLeft) times.push(new Date(now.getTime() + leftLooksInMinutes * 60_000));
    const news = newsOf(entry, known, now);
    if (news !== undefined && (await sendNews(options, row, to, news, now))) count += 1;
  }
  return { sent: count, again: earliest(times) };
}

/** The receiver of messages about an entry: an account, or the phone given at the desk. */
interface AddressedTo {
  /** The account's id; without an account, the patient's own id. */
  readonly accountId: string;
  readonly phone: string | undefined;
}

function addresseeOf(row: EntryRow, { canSendSms }: NotifyOptions): AddressedTo | undefined {
  if (row.account_id !== null) return { accountId: row.account_id, phone: undefined };
  const { patient_id: accountId, contact_phone: phone } = row;
  return phone === null || !canSendSms ? undefined : { accountId, phone };
}

/**
 * How long the expected range for the call lasts after an announced return, if there is no
 * prediction: one hour.
 */
const afterReturnMs = 60 * 60_000;

/**
 * The wait announced to the patient and the current wait; undefined if the entry is not waiting.
 */
function waitSince(row: EntryRow, announcedUntil: Date, now: Date): AnnouncedAndNow | undefined {
  const { line, call, waitRange } = waitOf(row, now);
  if (row.status !== 'waiting' || line === null) return undefined;
  const end = waitRange?.parts.at(-1)?.to;
  // In a state where patients ask the reception, `line.at` is the end of the hours or the last
  // call, not a return.
  const isReturn = isGoneState(line.state) && !isAskState(line.state);
  const back = isReturn && line.at !== null ? new Date(line.at) : undefined;
  const sent =
    call !== null && end !== undefined
      ? { expectedAt: new Date(call.at), until: new Date(end) }
      : back && { expectedAt: back, until: new Date(back.getTime() + afterReturnMs) };
  const awaySince = isAskState(line.state) && line.at ? new Date(line.at) : row.interrupted_at;
  return { announcedUntil, state: line.state, awaySince, now: sent };
}

/**
 * Whether the line shows that the doctor has left. False for a shared line, which still calls
 * waiting patients while it closes.
 */
function hasDoctorLeft(row: EntryRow, now: Date): boolean {
  if (row.is_shared || row.status !== 'waiting') return false;
  const line = lineOfEntry(row, now)?.announced;
  return line?.state === 'offline' && line.at === null;
}

/** Travel time in minutes; none for a patient at the hospital. */
function wayOf(row: EntryRow, travel: ReadonlyMap<string, number>): number {
  if (row.checked_in_at !== null) return 0;
  return travel.get(row.account_id ?? '') ?? defaultTravelMinutes;
}

/**
 * Records the wait shown to the patient at fixed times after joining, for a later comparison with
 * the actual wait.
 */
async function promiseAgain(db: Database, row: EntryRow, now: Date): Promise<void> {
  if (row.status !== 'waiting' || row.approved_at === null || row.called_at !== null) return;
  const waited = (now.getTime() - row.approved_at.getTime()) / 60_000;
  const after = promisedAgainAfter.find((minutes) => minutes <= waited && waited < minutes + 1);
  if (after !== undefined) await recordPromise(db, row, `after_${after}`, now);
}

/** When the shown wait is recorded next. */
function promisesAgainAt(row: EntryRow, now: Date): Date | undefined {
  if (row.status !== 'waiting' || row.approved_at === null || row.called_at !== null)
    return undefined;
  const since = row.approved_at.getTime();
  const times = promisedAgainAfter.map((minutes) => new Date(since + minutes * 60_000));
  return times.find((time) => time > now);
}

function earliest(times: readonly (Date | undefined)[]): Date | undefined {
  const known = times.flatMap((time) => (time === undefined ? [] : time.getTime()));
  return known.length === 0 ? undefined : new Date(Math.min(...known));
}

function outsideHoursForMinutes(row: EntryRow, now: Date): number {
  const opening = openingOf(row, now);
  if (opening === null || opening.isOpen) return 0;
  return opening.until === null ? Infinity : (Date.parse(opening.until) - now.getTime()) / 60_000;
}

/** Entries that ended before this time need no message any more. */
export function endedNewsSince(now: Date): Date {
  return new Date(now.getTime() - endedNewsMinutes * 60_000);
}

async function sendNews(
  { db, publicUrl }: NotifyOptions,
  row: EntryRow,
  { accountId, phone }: AddressedTo,
  news: QueueNews,
  now: Date,
): Promise<boolean> {
  const { kind, occasion, covers, round, advice, notAfter } = news;
  const wait = waitOf(row, now);
  const { line } = wait;
  const waitRange = await shownRangeOf(db, { ...wait, id: row.id, position: row.place }, now);
  const factsIn = (language: Language) => ({
    id: row.id,
    doctor: rowIn(row, language).line_name,
    service: row.service,
    room: roomOf(rowIn(row, language)),
    hospital: row.hospital_name,
    place: row.place,
    token: row.token,
    line,
    waitRange,
    zone: row.hospital_time_zone,
    now,
    advice,
    standing: row.hospital_standing,
    hasAccount: phone === undefined,
    // The patient record of the account's owner has the account's id. Messages about other people,
    // such as children, name them.
    forWhom: row.patient_id === accountId ? undefined : row.patient_name,
  });
  const result = await db.transaction(async (tx) => {
    // The line has changed since this check read it: the next check, due to that change, decides.
    if (!(await isLineAt(tx, row.line_id, row.queue_version))) return ok(false);
    const isRemindedToLeave = advice === 'leave_now' && row.status === 'waiting';
    if (isRemindedToLeave) await recordPromise(tx, row, 'leave_now', now);
    return ok(
      await notify(
        tx,
        {
          accountId,
          withoutAccount: phone === undefined ? undefined : { name: row.patient_name, phone },
          about: row.id,
          kind,
          occasion,
          covers,
          round,
          notAfter,
          needsConsent: kindsByConsent.has(kind),
          isUrgent: urgentKinds.has(kind),
          sendKind: 'queue_news',
          hospital: {
            id: row.hospital_id,
            isConfirmed: row.hospital_standing === 'confirmed',
          },
          words: (to) => queueNewsWords(kind, factsIn(to.language), to, publicUrl),
        },
        now,
      ),
    );
  });
  return result.ok && result.value;
}

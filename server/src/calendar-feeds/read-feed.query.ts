import { createHash } from 'node:crypto';
import { type CalendarVisit, calendarFeed } from '../appointments/calendar-file.rules.ts';
import { followUpEvent } from '../follow-ups/follow-up-words.ts';
import { listDue } from '../follow-ups/follow-ups.store.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { hashLinkSecret } from '../platform/secrets/link-secret.ts';
import {
  type FeedSpan,
  findFeed,
  listShown,
  noteFeedRead,
  type OpenedFeedRow,
} from './calendar-feeds.store.ts';
import { feedEvent, feedName } from './feed-words.ts';

const dayMs = 86_400_000;
/** For how many days back and ahead a feed shows appointments. */
const shownDays = {
  own: { back: 30, ahead: 365 },
  doctor: { back: 30, ahead: 365 },
  hospital: { back: 1, ahead: 14 },
} as const;
/** The most appointments of a feed, and the most follow-ups; the later ones are left out. */
const mostShown = 2000;

export interface FeedRead {
  /** The calendar; undefined if the reader has this version. */
  readonly text: string | undefined;
  readonly tag: string;
}

export interface FeedReader {
  readonly db: Database;
  readonly clock: Clock;
  readonly publicUrl: string;
  /** The network address of the calendar application. */
  readonly address: string;
}

/**
 * Reads the feed with this secret. Refuses an unknown secret, one that was renewed or ended, and one
 * of a person who has left the hospital. The trail names the patients whenever a calendar of staff
 * gets a version that it does not have [API-32, SEC-13].
 */
export async function readFeed(
  { db, clock, publicUrl, address }: FeedReader,
  secret: string,
  knownTags: readonly string[],
): Promise<Result<FeedRead>> {
  const feed = await findFeed(db, hashLinkSecret(secret));
  if (feed === undefined) return refuse('not_found');
  const now = clock.now();
  const { back, ahead } = shownDays[feed.content];
  const span = {
    from: new Date(now.getTime() - back * dayMs),
    to: new Date(now.getTime() + ahead * dayMs),
  };
  const rows = await listShown(db.longReads, feed, span, mostShown);
  const text = calendarFeed(feedName(feed), [
    ...rows.map((row) => feedEvent(row, feed, publicUrl)),
    ...(await followUpsOf(db, feed, span, { publicUrl, now })),
  ]);
  const tag = tagOf(text);
  await noteFeedRead(db, feed.id, now);
  if (knownTags.includes(tag)) return ok({ text: undefined, tag });
  const actor = staffOf(feed);
  if (actor !== undefined) {
    const patientIds = [...new Set(rows.map(({ patient_id }) => patient_id))];
    const audited = { action: 'read calendar', patientIds } as const;
    await recordAudit(db, { actor, address, clock }, audited);
  }
  return ok({ text, tag });
}

/** The whole days on which the account's patients should come back; none in a calendar of staff. */
async function followUpsOf(
  { longReads }: Database,
  { content, account_id: accountId, language }: OpenedFeedRow,
  span: FeedSpan,
  { publicUrl, now }: { readonly publicUrl: string; readonly now: Date },
): Promise<CalendarVisit[]> {
  if (content !== 'own') return [];
  const rows = await listDue(longReads, { accountId, ...span }, now, mostShown);
  return rows.map((row) => followUpEvent(row, { language, publicUrl }));
}

/** The member of staff whose calendar it is; undefined for a patient. */
function staffOf({ account_id, role, hospital_id }: OpenedFeedRow) {
  if (role === null || hospital_id === null) return undefined;
  return { userId: account_id, role, hospitalId: hospital_id };
}

/** The version of a calendar for `If-None-Match`; weak, because proxies may compress the calendar. */
function tagOf(text: string): string {
  return `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
}

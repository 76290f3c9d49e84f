/** SQL on messages that people sent, and on what they answer for [MSG-8]. */
import type { Language } from '@baari/contract/languages.ts';
import sql, { type Sql } from 'sql-template-tag';
import { type RowOf, select, table, typed } from '../../platform/database/columns.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import { chosenLanguage } from '../../platform/hospital-sql/chosen-language.ts';
import { openEntries } from '../../platform/hospital-sql/statuses.ts';
import type { ReplyChannel } from '../../platform/messages/delivery.rules.ts';
import type { Word } from './answer-words.rules.ts';
import type { Outcome } from './outcome.rules.ts';

const m = table('message_delivery', 'm');
const u = table('identity.user', 'u');
const chosen = table('account_preferences', 'a');

/** The visit or booking of a message, and whose it is. */
const matter = {
  about: typed<string>(m.about),
  account_id: typed<string>(m.account_id),
  hospital_id: typed<string>(m.hospital_id),
};
export type MatterRow = RowOf<typeof matter>;

/** How many of the newest messages are searched for an open visit or booking. */
const longestSearch = 30;

/**
 * What this number got messages about since a time, the latest first; messages that failed come
 * last, because the person has not seen them.
 */
export function listMatters(db: Queryable, phone: string, since: Date): Promise<MatterRow[]> {
  return db.many(select(matter)`
    from (${messagesTo(phone)}) m
    where m.made_at > ${since} and m.channel in ('sms', 'whatsapp')
    order by m.state = 'failed', m.made_at desc, m.id limit ${longestSearch}`);
}

/** The matter of a message, if this number is its receiver's. */
export function findMatterOf(
  db: Queryable,
  delivery: string,
  phone: string,
): Promise<MatterRow | undefined> {
  return db.maybeOne(select(matter)`
    from (${messagesTo(phone)}) m where m.id = ${delivery}`);
}

/**
 * The messages about visits and bookings whose receiver has this number: the account, or a patient
 * without one who gave it for an open visit. A number that the desk noted for somebody with an
 * account is no receiver's, because messages go to the account.
 */
function messagesTo(phone: string): Sql {
  const columns = sql`sent.id, sent.about, sent.account_id, sent.hospital_id, sent.channel,
      sent.state, sent.made_at`;
  return sql`
    select ${columns} from identity."user" u
      join message_delivery sent on sent.account_id = u.id
    where u.phone_number = ${phone} and sent.about is not null and sent.hospital_id is not null
    union all
    select ${columns} from queue_entry e join message_delivery sent on sent.about = e.id
    where e.contact_phone = ${phone} and e.status in ${openEntries}
      and sent.hospital_id = e.hospital_id
      and not exists (select from identity."user" u where u.id = sent.account_id)`;
}

/** The account that has this number, with its chosen language; null if it chose none. */
export function findAccountOf(
  db: Queryable,
  phone: string,
): Promise<{ id: string; language: Language | null } | undefined> {
  return db.maybeOne(select({ id: u.id, language: chosenLanguage(chosen.language) })`
    from identity."user" u left join account_preferences a on a.account_id = u.id
    where u.phone_number = ${phone}`);
}

export interface NewAnswer {
  readonly idHash: string;
  readonly channel: ReplyChannel;
  readonly answer: Word | 'unknown';
  readonly about: string | null;
  readonly accountId: string | null;
  readonly hospitalId: string | null;
  readonly outcome: Outcome;
}

/** Records a message; false if it was recorded before. */
export async function insertAnswer(
  tx: Queryable,
  { idHash, channel, answer, about, accountId, hospitalId, outcome }: NewAnswer,
  now: Date,
): Promise<boolean> {
  const added = await tx.run(sql`
    insert into message_answer
      (id_hash, channel, answer, about, account_id, hospital_id, outcome, made_at)
    values (${idHash}, ${channel}, ${answer}, ${about}, ${accountId}, ${hospitalId}, ${outcome},
      ${now})
    on conflict do nothing`);
  return added === 1;
}

/** Records what became of an answer, which is known only after it was carried out. */
export async function writeOutcome(tx: Queryable, idHash: string, outcome: Outcome): Promise<void> {
  await tx.run(sql`update message_answer set outcome = ${outcome} where id_hash = ${idHash}`);
}

/** Whether a patient answered for a visit at or after a time. */
export async function hasAnsweredSince(
  db: Queryable,
  about: string,
  since: Date,
): Promise<boolean> {
  const row = await db.maybeOne(sql`
    select 1 from message_answer where about = ${about} and made_at >= ${since} limit 1`);
  return row !== undefined;
}

export function deleteOldAnswers(db: Queryable, before: Date): Promise<void> {
  return deleteInBatches((size) =>
    db.run(sql`
      delete from message_answer where ctid = any(array(
        select old.ctid from message_answer old where old.made_at < ${before} limit ${size}))`),
  );
}

/** Stores mails for a developer to read when no mail server is configured. */
import sql from 'sql-template-tag';
import { type RowOf, select, table, typed } from '../database/columns.ts';
import type { Queryable } from '../database/database.ts';

const o = table('outbox_message', 'o');

interface Attachment {
  readonly name: string;
  readonly content: string;
}

const outboxMessage = {
  id: o.id,
  recipient: o.recipient,
  subject: o.subject,
  plain: o.plain,
  html: o.html,
  /** The attached file; null if nothing is attached. */
  attachment: typed<Attachment | null>(o.attachment),
  createdAt: o.created_at,
};
export type OutboxMessage = RowOf<typeof outboxMessage>;

export type NewOutboxMessage = Omit<OutboxMessage, 'id' | 'attachment'> & {
  readonly jobId: number;
  readonly attachment?: OutboxMessage['attachment'] | undefined;
};

const kept = 200;

/** Stores one message per job, and deletes all messages except the latest 200. */
export async function insertOutboxMessage(db: Queryable, message: NewOutboxMessage): Promise<void> {
  const { jobId, recipient, subject, plain, html, attachment, createdAt } = message;
  await db.run(sql`
    insert into outbox_message (job_id, recipient, subject, plain, html, attachment, created_at)
    values (${jobId}, ${recipient}, ${subject}, ${plain}, ${html},
      ${attachment === undefined || attachment === null ? null : JSON.stringify(attachment)}::jsonb, ${createdAt})
    on conflict (job_id) do nothing`);
  await db.run(sql`
    delete from outbox_message where job_id <= (
      select job_id from outbox_message order by job_id desc offset ${kept} limit 1)`);
}

/**
 * Lists messages with the latest first, by the time at which they were queued, because several
 * messages are written at once.
 */
export async function listOutboxMessages(db: Queryable, limit: number): Promise<OutboxMessage[]> {
  return db.many(select(outboxMessage)`
    from outbox_message o order by o.job_id desc limit ${limit}`);
}

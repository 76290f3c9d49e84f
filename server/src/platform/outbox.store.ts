/** Mails kept for a developer to read where no mail server is configured. */
import sql from 'sql-template-tag';
import type { Queryable } from './database.ts';

export interface OutboxMessage {
  readonly id: number;
  readonly recipient: string;
  readonly subject: string;
  readonly plain: string;
  readonly html: string;
  /** null: none. */
  readonly attachment: { readonly name: string; readonly content: string } | null;
  readonly createdAt: Date;
}

export type NewOutboxMessage = Omit<OutboxMessage, 'id' | 'attachment'> & {
  readonly jobId: number;
  readonly attachment?: OutboxMessage['attachment'] | undefined;
};

const kept = 200;

/** Keeps a message once a job, and forgets all but the latest 200. */
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

/** The latest first, by when each was queued: several are written at once. */
export async function listOutboxMessages(db: Queryable, limit: number): Promise<OutboxMessage[]> {
  return db.many<OutboxMessage>(sql`
    select id, recipient, subject, plain, html, attachment, created_at as "createdAt"
    from outbox_message order by job_id desc limit ${limit}`);
}

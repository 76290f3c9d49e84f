/** The mails that the application has sent in a test, still queued or already in the outbox. */
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

export interface TestMail {
  readonly to: string;
  readonly subject: string;
  readonly plain: string;
  readonly html: string;
}

/**
 * Every mail, the oldest first. A mail that is in a finished job and also in the outbox counts
 * once.
 */
export function listMails(db: Queryable): Promise<TestMail[]> {
  return db.many(sql`
    select distinct on (id) "to", subject, plain, html from (
      select id, payload ->> 'to' as "to", payload ->> 'subject' as subject,
        payload ->> 'plain' as plain, payload ->> 'html' as html
      from job where kind = 'mail' and payload <> '{}'
      union all
      select job_id, recipient, subject, plain, html from outbox_message) mail
    order by id`);
}

export async function mailsTo(db: Queryable, address: string): Promise<TestMail[]> {
  return (await listMails(db)).filter(({ to }) => to === address);
}

/** The secret of the last invitation mailed to an address; '' if there is no invitation. */
export async function tokenMailedTo(db: Queryable, address: string): Promise<string> {
  const tokens = (await mailsTo(db, address)).map(
    ({ plain }) => /token=([\w-]+)/u.exec(plain)?.[1] ?? '',
  );
  return tokens.findLast((token) => token !== '') ?? '';
}

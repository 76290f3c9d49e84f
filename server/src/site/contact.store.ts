/** SQL on messages of the contact form. */
import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';

export interface NewContactMessage {
  readonly name: string;
  readonly email: string;
  readonly hospital: string | undefined;
  readonly message: string;
  readonly createdAt: Date;
}

/** Stores a message; false if the same writer sent the same text after the time `since`. */
export async function insertContactMessage(
  tx: Queryable,
  { name, email, hospital, message, createdAt }: NewContactMessage,
  since: Date,
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into contact_message (name, email, hospital, message, created_at)
    select ${name}, ${email}, ${hospital ?? null}, ${message}, ${createdAt}
    where not exists (
      select from contact_message
      where email = ${email} and message = ${message} and created_at > ${since})`);
  return inserted === 1;
}

export async function deleteContactMessages(db: Queryable, before: Date): Promise<void> {
  await db.run(sql`delete from contact_message where created_at < ${before}`);
}

/** Mails the operator that no backup was made for more than a day, at most once a day [OPS-3]. */
import type { Language } from '@baari/contract/languages.ts';
import type { Queryable } from '../database/database.ts';
import { letterBody } from '../messages/letter.ts';
import { enqueueMail } from '../messages/mail.ts';
import { dayMs } from '../messages/send-budget.ts';
import { countMessage } from '../messages/send-budget.store.ts';
import { textsOf } from '../../texts/texts.ts';

export interface BackupMailOptions {
  readonly db: Queryable;
  readonly operatorEmail: string;
  readonly operatorLanguage: Language;
}

/** Queues the mail unless one was queued within a day; `newest` is when the last backup was made. */
export async function mailOperatorOfBackups(
  { db, operatorEmail, operatorLanguage: language }: BackupMailOptions,
  newest: Date | undefined,
  now: Date,
): Promise<void> {
  const key = JSON.stringify(['backup late']);
  const [counted] = await countMessage(db, [key], now, new Date(now.getTime() + dayMs));
  if (counted?.count !== 1) return;
  const { subject, last, none, how } = textsOf('operatorMails', language).backups;
  const when = newest === undefined ? none : last(newest.toISOString());
  const parts = [{ text: when }, { text: how }];
  await enqueueMail(
    db,
    { kind: 'alarm', to: operatorEmail, subject, ...letterBody({ language, parts }) },
    now,
  );
}

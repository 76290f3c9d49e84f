/** Mails the operator that a disk is nearly full, at most once a day per disk. */
import type { Language } from '@baari/contract/languages.ts';
import { textsOf } from '../../texts/texts.ts';
import type { Clock } from '../clock.ts';
import type { Queryable } from '../database/database.ts';
import { letterBody } from '../messages/letter.ts';
import { enqueueMail } from '../messages/mail.ts';
import { dayMs } from '../messages/send-budget.ts';
import { countMessage } from '../messages/send-budget.store.ts';
import { type LowStorage, megabytes } from './storage.ts';

export interface StorageMailOptions {
  readonly db: Queryable;
  readonly clock: Clock;
  readonly operatorEmail: string;
  readonly operatorLanguage: Language;
}

/**
 * Queues the mail about a nearly full disk unless a mail about the same disk was queued within a
 * day.
 */
export async function mailOperatorOfStorage(
  { db, clock, operatorEmail, operatorLanguage: language }: StorageMailOptions,
  { folder, state, free, size }: LowStorage,
): Promise<void> {
  const now = clock.now();
  const key = JSON.stringify(['storage', folder, state]);
  const [counted] = await countMessage(db, [key], now, new Date(now.getTime() + dayMs));
  if (counted?.count !== 1) return;
  const said = textsOf('operatorMails', language).storage;
  const parts = [
    { text: said.room(megabytes(free), megabytes(size)) },
    { own: folder },
    { text: said.how },
  ];
  const subject = state === 'full' ? said.fullSubject : said.lowSubject;
  await enqueueMail(
    db,
    { kind: 'alarm', to: operatorEmail, subject, ...letterBody({ language, parts }) },
    now,
  );
}

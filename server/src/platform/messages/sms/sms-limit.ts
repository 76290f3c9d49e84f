/**
 * Daily limits of text messages per country. Fraudsters who earn by messages to a country can request codes
 * from anywhere, so the operator is warned before the bill comes.
 */
import type { Language } from '@baari/contract/languages.ts';
import { textsOf } from '../../../texts/texts.ts';
import { callingCode, type SmsLimits, smsLimitOf } from './calling-code.rules.ts';
import type { Queryable } from '../../database/database.ts';
import type { Log } from '../../log.ts';
import { letterBody } from '../letter.ts';
import { enqueueMail } from '../mail.ts';
import { dayMs } from '../send-budget.ts';
import { countMessage, readCount, returnMessage } from '../send-budget.store.ts';

export interface SmsLimitOptions {
  readonly db: Queryable;
  readonly log: Log;
  readonly smsLimits: SmsLimits;
  readonly operatorEmail: string;
  readonly operatorLanguage: Language;
}

/**
 * The share of a country's limit at which the operator is warned. The operator is warned again at
 * the limit itself.
 */
const warningShare = 0.8;

function warnsAt(limit: number): number {
  return Math.ceil(limit * warningShare);
}

/**
 * Counts one more text message to the country of a phone number. Warns the operator at 80 % and at
 * the limit.
 */
export async function takeSmsOfCountry(
  options: SmsLimitOptions,
  phone: string,
  now: Date,
): Promise<{ readonly isAllowed: boolean; readonly giveBack: () => Promise<void> }> {
  const { db, smsLimits } = options;
  const code = callingCode(phone);
  const key = keyOf(code);
  const limit = smsLimitOf(smsLimits, code);
  const [counted] = await countMessage(db, [key], now, new Date(now.getTime() + dayMs));
  const count = counted?.count ?? 0;
  const endsAt = counted?.windowEndsAt ?? now;
  if (count === warnsAt(limit) && count <= limit) {
    await alarmOnce(options, { code, limit, isUsedUp: false, endsAt }, now);
  }
  if (count === limit + 1) {
    await alarmOnce(options, { code, limit, isUsedUp: true, endsAt }, now);
  }
  return { isAllowed: count <= limit, giveBack: () => returnMessage(db, [key]) };
}

/**
 * Whether a code can still be sent to this country today, so that nobody waits for a code in vain.
 */
export async function maySendSms(
  db: Queryable,
  smsLimits: SmsLimits | undefined,
  phone: string,
  now: Date,
): Promise<boolean> {
  if (smsLimits === undefined) return true;
  const code = callingCode(phone);
  return (await readCount(db, keyOf(code), now)) < smsLimitOf(smsLimits, code);
}

function keyOf(code: string): string {
  return JSON.stringify(['sms', 'country', code]);
}

interface Alarm {
  readonly code: string;
  readonly limit: number;
  readonly isUsedUp: boolean;
  /** The end of the day for which messages are counted. */
  readonly endsAt: Date;
}

/**
 * Warns the operator once a day for each limit. Warnings are counted, because a failed message is
 * subtracted and the count can then reach the limit again.
 */
async function alarmOnce(options: SmsLimitOptions, alarm: Alarm, now: Date): Promise<void> {
  const key = JSON.stringify(['sms', 'alarm', alarm.code, alarm.isUsedUp]);
  const [row] = await countMessage(options.db, [key], now, alarm.endsAt);
  if (row?.count === 1) await sendAlarm(options, alarm, now);
}

async function sendAlarm(
  { db, log, operatorEmail, operatorLanguage: language }: SmsLimitOptions,
  { code, limit, isUsedUp }: Alarm,
  now: Date,
): Promise<void> {
  const facts = { country: code, limit };
  if (isUsedUp) {
    log.error(
      facts,
      "Text messages to a country reached the day's limit; no more are sent there today. If they are legitimate, raise the limit with SMS_PER_DAY.",
    );
  } else {
    log.warn(
      facts,
      "Text messages to a country are near the day's limit. If they are legitimate, raise the limit with SMS_PER_DAY.",
    );
  }
  const said = textsOf('operatorMails', language).textMessages;
  const country = `+${code}`;
  const subject = isUsedUp ? said.reachedSubject(country) : said.nearSubject(country);
  const text = isUsedUp ? said.reached(country, limit) : said.near(country, warnsAt(limit), limit);
  const parts = [{ text }, { text: said.how('SMS_PER_DAY') }];
  await enqueueMail(
    db,
    {
      kind: 'alarm',
      to: operatorEmail,
      subject,
      ...letterBody({ language, parts }),
    },
    now,
  );
}

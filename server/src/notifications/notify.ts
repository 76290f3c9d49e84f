/**
 * Sends a person a message once over their chosen channels. One transaction writes the row that
 * records it and the jobs that send it. So neither a crash nor a second process sends it twice.
 */
import type { Preferences } from '@baari/contract/patient/profile.ts';
import { hasConsent } from '../consent/consented.ts';
import type { Queryable } from '../platform/database/database.ts';
import { isReal } from '../platform/hospital-sql/practice.store.ts';
import { enqueueJob } from '../platform/jobs/jobs.ts';
import type { MailMessage } from '../platform/messages/mail.ts';
import type { SendKind } from '../platform/messages/send-budget.rules.ts';
import { insertDelivery } from '../platform/messages/deliveries.store.ts';
import { isStopped } from '../platform/messages/stops.store.ts';
import { callingCode } from '../platform/messages/sms/calling-code.rules.ts';
import { type SmsContent, smsText } from '../platform/messages/sms/sms-kinds.ts';
import { addressesOf, isImportant, patienceMs } from './channels.rules.ts';
import { enqueueReachCheck } from './reach-check.ts';
import { type NoticeJob, noticeJobKinds } from './notice-job.ts';
import {
  findLanguageOfHospital,
  findRecipientOf,
  insertNotice,
  listDevices,
} from './notifications.store.ts';

/** The text of one message for each channel. */
export interface Words {
  readonly mail: Omit<MailMessage, 'to' | 'kind' | 'hospital' | 'network'>;
  readonly sms: SmsContent;
  readonly push: { readonly title: string; readonly body: string };
}

export interface Addressee {
  readonly name: string;
  readonly language: Preferences['language'];
}

export interface Notice {
  /** The account's id; without an account, the patient's id. */
  readonly accountId: string;
  /** The phone of a person without an account. */
  readonly withoutAccount?: { readonly name: string; readonly phone: string } | undefined;
  /**
   * The id of the entry or appointment. Together with kind and occasion it identifies the message.
   */
  readonly about: string;
  readonly kind: string;
  readonly occasion: string;
  /** The kind of message, for the limits on sending that apply to it. */
  readonly sendKind: SendKind;
  /** The hospital in whose name the message is sent. */
  readonly hospital: { readonly id: string; readonly isConfirmed: boolean };
  /** Kinds of messages that are no longer sent after this message. */
  readonly covers: readonly string[];
  /** The occasion that is recorded with the kinds in `covers`; empty by default. */
  readonly round?: string;
  /** The message is not sent after this time. */
  readonly notAfter: Date;
  /** Whether the message is optional: sent only with the patient's consent for this hospital. */
  readonly needsConsent: boolean;
  /** Whether the message is urgent, so that the device may alert its owner. */
  readonly isUrgent: boolean;
  readonly words: (to: Addressee) => Words;
}

/**
 * Queues the message on the chosen channels. False if it was sent before, the patient withheld
 * consent, or the hospital is a practice hospital. Without any channel the message counts as sent.
 */
export async function notify(tx: Queryable, notice: Notice, now: Date): Promise<boolean> {
  const { accountId, about, kind, occasion, round = '', hospital } = notice;
  if (!(await isReal(tx, hospital.id))) return false;
  if (notice.needsConsent && !(await hasConsent(tx, accountId, hospital.id, 'messages'))) {
    return false;
  }
  if (!(await insertNotice(tx, { about, kind, occasion, accountId, sentAt: now }))) return false;
  for (const covered of notice.covers) {
    await insertNotice(tx, { about, kind: covered, occasion: round, accountId, sentAt: now });
  }
  const person = await findReader(tx, notice);
  if (person === undefined) return true;
  await enqueueMessages(tx, notice, await jobsFor(tx, notice, person), now);
  return true;
}

/** One job per channel and device; a text message after the one on WhatsApp. */
async function jobsFor(tx: Queryable, notice: Notice, person: Reader): Promise<NoticeJob[]> {
  const { accountId, about, isUrgent } = notice;
  const words = notice.words({ name: person.name, language: person.language });
  const { email, phone, whatsapp, takesPush } = person;
  const notAfter = notice.notAfter.getTime();
  const from = { kind: notice.sendKind, hospital: notice.hospital };
  const template = { ...words.sms, language: person.language };
  const jobs: NoticeJob[] = [];
  if (email !== undefined) {
    jobs.push({ channel: 'email', notAfter, message: { ...words.mail, ...from, to: email } });
  }
  if (whatsapp !== undefined) {
    jobs.push({ ...from, channel: 'whatsapp', notAfter, to: whatsapp, template });
  }
  if (phone !== undefined) {
    const text = smsText(template);
    jobs.push({ ...from, channel: 'sms', notAfter, to: phone, text, template });
  }
  if (takesPush) {
    for (const { id } of await listDevices(tx, accountId)) {
      // Browsers replace a notification by a later one with the same tag. The tag is the id of the
      // entry or appointment.
      jobs.push({ channel: 'push', notAfter, deviceId: id, isUrgent, tag: about, ...words.push });
    }
  }
  return jobs;
}

/**
 * Queues the jobs. Mail and push cost nothing, so they go at once. A text message waits for the
 * message on WhatsApp to arrive, and is sent only if that one does not [MSG-10].
 */
async function enqueueMessages(
  tx: Queryable,
  { about, accountId, kind, hospital, isUrgent, notAfter }: Notice,
  jobs: readonly NoticeJob[],
  now: Date,
): Promise<void> {
  const matter = { about, accountId, hospitalId: hospital.id };
  const spareAt = new Date(now.getTime() + patienceMs(isUrgent));
  const hasSpare = jobs.some(({ channel }) => channel === 'sms');
  let onWhatsapp: string | undefined;
  for (const job of jobs) {
    const { channel } = job;
    const isToPhone = channel === 'sms' || channel === 'whatsapp';
    // Every message to a phone is followed. Others matter only where staff must know that a patient
    // was not reached.
    const isFollowed = isToPhone || isImportant(kind);
    const country = isToPhone ? { country: callingCode(job.to) } : {};
    const delivery = isFollowed
      ? await insertDelivery(tx, { channel, kind, matter, ...country }, now)
      : undefined;
    if (channel === 'whatsapp') onWhatsapp = delivery;
    const follows = channel === 'sms' ? onWhatsapp : undefined;
    const payload = { ...job, delivery, ...(follows === undefined ? {} : { follows }) };
    // Once the text message goes out, the one on WhatsApp is not tried again.
    if (channel === 'whatsapp' && hasSpare) {
      payload.notAfter = Math.min(job.notAfter, spareAt.getTime());
    }
    const runAt = follows === undefined ? now : spareAt;
    await enqueueJob(tx, { kind: noticeJobKinds[channel], payload, runAt });
  }
  const mayBeLost = jobs.some(({ channel }) => channel === 'sms' || channel === 'whatsapp');
  if (isImportant(kind) && mayBeLost) await enqueueReachCheck(tx, { about, kind, notAfter }, now);
}

interface Reader extends Addressee {
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly whatsapp: string | undefined;
  readonly takesPush: boolean;
}

async function findReader(tx: Queryable, notice: Notice): Promise<Reader | undefined> {
  const { accountId, hospital, withoutAccount } = notice;
  if (withoutAccount !== undefined) {
    const language = await findLanguageOfHospital(tx, hospital.id);
    return {
      ...withoutAccount,
      language,
      email: undefined,
      whatsapp: undefined,
      takesPush: false,
    };
  }
  const person = await findRecipientOf(tx, accountId, hospital.id);
  if (person === undefined) return undefined;
  const { name, language } = person;
  const addresses = addressesOf(person);
  const phone = addresses.phone ?? (await stoppedPhone(tx, notice, person.phone));
  return { name, language, ...addresses, phone };
}

/**
 * The number of a person who replied STOP, for a message that the patient must get. The text message
 * fails at once as opted out, so that the desk sees if no other channel reached the patient.
 */
async function stoppedPhone(
  tx: Queryable,
  { kind }: Notice,
  phone: string | null,
): Promise<string | undefined> {
  if (phone === null || !isImportant(kind)) return undefined;
  return (await isStopped(tx, 'sms', phone)) ? phone : undefined;
}

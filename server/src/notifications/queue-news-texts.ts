/**
 * The texts of messages about a patient's place in a line. They never contain symptoms, notes or
 * reasons.
 */
import type { HospitalVerification } from '@baari/contract/constants.ts';
import type { Language } from '@baari/contract/languages.ts';
import { asksReception, isGoneState } from '@baari/contract/queue/announced-wait.ts';
import { unconfirmedMark, unconfirmedNotes } from '../hospitals/unconfirmed-words.ts';
import { harmless } from '../platform/harmless.rules.ts';
import { letterBody } from '../platform/messages/letter.ts';
import type { ServiceKind } from '@baari/contract/lines/service-kinds.ts';
import type { AnnouncedLine, WaitRange } from '@baari/contract/queue/wait.ts';
import { whereToGo } from '@baari/contract/lines/where-to-go.ts';
import { doctorSms, hospitalSms } from './message-values.ts';
import type { SmsContent } from '../platform/messages/sms/sms-kinds.ts';
import { textsOf } from '../texts/texts.ts';
import { lineText, whenText } from '../waits/wait-texts.ts';
import type { Words } from './notify.ts';
import type { Advice, QueueNewsKind } from './queue-news.rules.ts';

/** The values that are inserted into the text of a message. */
export interface NewsFacts {
  /** The entry's id. */
  readonly id: string;
  /** The doctor's name, or that of the shared line. */
  readonly doctor: string;
  /** The service of the shared line; null for a doctor's line. */
  readonly service: ServiceKind | null;
  /** The room to go to; null if none was entered. */
  readonly room: string | null;
  readonly hospital: string;
  /** The hospital's verification status with the operator. */
  readonly standing: HospitalVerification;
  /** The patient's position in the line, from 1, while waiting. */
  readonly place: number;
  /** The patient's token number; null until the patient gets one. */
  readonly token: string | null;
  /** The state of the line and the expected call, as announced to patients. */
  readonly line: AnnouncedLine | null;
  readonly waitRange: WaitRange | null;
  /** The hospital's time zone, an IANA name. */
  readonly zone: string;
  readonly now: Date;
  readonly advice: Advice;
  /**
   * Whether the patient has an account and can therefore open the page that shows the place in the
   * line.
   */
  readonly hasAccount: boolean;
  /** The patient's name; undefined if the patient is the owner of the account. */
  readonly forWhom: string | undefined;
}

/** Writes the text of a message for every channel. */
export function queueNewsWords(
  kind: QueueNewsKind,
  facts: NewsFacts,
  to: { readonly name: string; readonly language: Language },
  publicUrl: string,
): Words {
  const texts = textsOf('queueNews', to.language);
  const letters = textsOf('letters', to.language);
  const doctor = harmless(facts.doctor);
  const hospital = harmless(facts.hospital);
  const forWhom = facts.forWhom === undefined ? undefined : harmless(facts.forWhom);
  const said =
    kind === 'moved' && facts.service !== null
      ? texts.movedToLine
      : { title: texts.title[kind], text: texts.text[kind] };
  const { title } = said;
  const named = (text: string) =>
    forWhom === undefined ? text : letters.before(letters.forWhom(forWhom), text);
  const mark = unconfirmedMark(facts.standing, to.language);
  const where = letters.pair(doctor, `${hospital}${mark}`);
  const standing = standingOf(kind, facts, to.language);
  const isAdvised =
    kind === 'approved' ||
    kind === 'moved' ||
    kind === 'delayed' ||
    (kind === 'restored' && facts.place > 0);
  // The message already says to ask the reception, so it does not also say to stay or to sit down.
  const isToAsk = facts.line !== null && isGoneState(facts.line.state) && asksReception(facts.line);
  const advice = isAdvised && !isToAsk ? [texts.advice[facts.advice]] : [];
  const room = whereToGo({ name: facts.doctor, room: facts.room, service: facts.service });
  const goIn = kind === 'called' && room !== null ? texts.goInTo(harmless(room)) : undefined;
  const text = goIn ?? said.text;
  const link = `${publicUrl}/patient/queue`;
  // The link names the entry, so that a late patient who waits in several lines reports the delay
  // for this entry.
  const lateLink = kind === 'leave_now' ? `${link}?late=${facts.id}` : undefined;
  return {
    mail: {
      subject: named(letters.before(title, doctor)),
      ...letterBody({
        language: to.language,
        parts: [
          { text: letters.hello(to.name) },
          { text: named(letters.titled(title, text)) },
          { facts: [doctor, hospital, ...standing] },
          ...[...advice, ...unconfirmedNotes(facts.standing, to.language)].map((text) => ({
            text,
          })),
          { button: texts.button, link },
          ...(lateLink === undefined ? [] : [{ text: texts.late }, { link: lateLink }]),
          { text: letters.whyYou },
        ],
      }),
    },
    sms: smsOf(),
    push: {
      title: named(title),
      body: [where, ...standing, ...(advice.length > 0 ? advice : [text])].join('\n'),
    },
  };

  function smsOf(): SmsContent {
    const isUnusual = facts.line !== null && lineSaid(facts, to.language) !== undefined;
    // Who has the page needs no forecast in a message, which would need a second segment for it.
    const hasPage = facts.hasAccount && (kind === 'approved' || kind === 'leave_now');
    const isUrged = facts.advice === 'leave_now' || facts.advice === 'next';
    const standsAt =
      hasPage && !isUnusual && facts.place > 0 ? [texts.place(facts.place)] : standing;
    const inLine = {
      doctor: doctorSms(to.language, forWhom, doctor),
      hospital: hospitalSms(hospital, facts.standing, to.language),
      standing: [...standsAt, ...(isUrged ? advice : [])].join('. ').replace(lastStop, ''),
    };
    if (kind === 'moved' && facts.service !== null) {
      return { kind: 'moved_to_line', variables: inLine };
    }
    if (kind === 'called' && room !== null) {
      return { kind: 'called_to_room', variables: { ...inLine, room: harmless(room) } };
    }
    if ((kind === 'approved' || kind === 'leave_now') && hasPage) {
      return { kind: `${kind}_link`, variables: { ...inLine, site: publicUrl } };
    }
    return { kind, variables: inLine };
  }
}

const lastStop = /\p{Sentence_Terminal}$/u;

/** What is unusual in the line, without its full stop, because it becomes its own sentence. */
function lineSaid({ line, zone, now, service }: NewsFacts, language: Language): string | undefined {
  return lineText(line, { language, zone, now }, service)?.replace(lastStop, '');
}

const overKinds: ReadonlySet<QueueNewsKind> = new Set([
  'rejected',
  'removed',
  'day_ended',
  'doctor_left',
  'no_show',
]);

function standingOf(kind: QueueNewsKind, facts: NewsFacts, language: Language): string[] {
  const texts = textsOf('queueNews', language);
  const { place, token } = facts;
  if (overKinds.has(kind) || kind === 'reopened') return [];
  const called = token === null ? [] : [texts.token(token)];
  if (kind === 'called' || kind === 'held' || kind === 'next' || place === 0) return called;
  const reader = { language, zone: facts.zone, now: facts.now };
  const when = whenText(facts.waitRange, reader);
  const standsAt = texts.place(place);
  const { pair } = textsOf('letters', language);
  const sent = when === undefined ? standsAt : pair(standsAt, texts.expected(when));
  const line = lineSaid(facts, language);
  return [sent, ...(line === undefined ? [] : [line]), ...called];
}

/** The words of what is told of a place in the line. Never symptoms, notes or reasons. */
import type { HospitalStanding } from '@baari/contract/constants.ts';
import type { Preferences } from '@baari/contract/profile.ts';
import { unconfirmedMark, unconfirmedNotes } from '../hospitals/unconfirmed-words.ts';
import { harmless } from '../platform/harmless.rules.ts';
import { letterBody } from '../platform/letter.ts';
import type { ServiceKind } from '@baari/contract/service-kinds.ts';
import type { LineTold, WaitRange } from '@baari/contract/wait.ts';
import { lineText, whenText } from '../waits/wait-texts.ts';
import type { Words } from './tell.ts';
import type { Advice, QueueNewsKind } from './queue-news.rules.ts';

type Language = Preferences['language'];

/** What the words are filled with. */
export interface NewsFacts {
  /** The doctor's name, or that of the shared line. */
  readonly doctor: string;
  /** What the shared line is for; null for a doctor's. */
  readonly service: ServiceKind | null;
  /** Where to go in; null while nobody has said. */
  readonly room: string | null;
  readonly hospital: string;
  /** How the hospital stands with the operator. */
  readonly standing: HospitalStanding;
  /** 1…n while waiting. */
  readonly place: number;
  /** What the patient is called by; null until there is one. */
  readonly token: string | null;
  /** What the line is doing, and when the call is expected. */
  readonly line: LineTold | null;
  readonly waitRange: WaitRange | null;
  /** The hospital's, IANA. */
  readonly zone: string;
  readonly now: Date;
  readonly advice: Advice;
  /** Whose place it is when it is not the account's own person. */
  readonly forWhom: string | undefined;
}

interface Texts {
  readonly greeting: (name: string) => string;
  readonly button: string;
  readonly whyYou: string;
  readonly forWhom: (name: string) => string;
  readonly token: (token: string) => string;
  readonly goInTo: (room: string) => string;
  readonly place: (place: number) => string;
  readonly expected: (when: string) => string;
  readonly advice: Readonly<Record<Advice, string>>;
  /** Before the address where one says so [WAIT-1]. */
  readonly late: string;
  readonly title: Readonly<Record<QueueNewsKind, string>>;
  readonly text: Readonly<Record<QueueNewsKind, string>>;
  /** Moved to a shared line instead of a doctor's. */
  readonly movedToLine: { readonly title: string; readonly text: string };
}

const en: Texts = {
  greeting: (name) => (name === '' ? 'Hello,' : `Hello ${name},`),
  button: 'Open my place',
  whyYou: 'You choose how Baari tells you under My Profile.',
  forWhom: (name) => `For ${name}`,
  token: (token) => `Your token: ${token}`,
  goInTo: (room) => `Please go in to ${room} now.`,
  place: (place) => `Place ${place} in the line`,
  expected: (when) => `called ${when}`,
  advice: {
    stay: 'Stay where you are for now. We tell you when to leave.',
    wait_here: 'Please take a seat at the hospital. We tell you when you are next.',
    leave_now: 'Leave now: it is time to set out.',
    next: 'You are next. Please be at the door.',
  },
  late: 'Running late? Say so here, and others go first:',
  title: {
    approved: 'You are in the line',
    moved: 'You now wait for another doctor',
    leave_now: 'Leave now',
    next: 'You are next',
    called: 'It is your turn',
    held: 'You were called, and your place is kept',
    rejected: 'Your request was not accepted',
    removed: 'The staff took you off the queue',
    day_ended: 'The day ended before your turn',
    doctor_left: 'The doctor has left for today',
    no_show: 'You were called and were not there',
    restored: 'Your place stands again',
    reopened: 'Your request is open again',
  },
  text: {
    approved: 'The staff let you into the line.',
    moved: 'The staff moved you to this doctor. Your time of arrival counts on.',
    leave_now: 'It is time to set out for the hospital.',
    next: 'Please be at the door. Tell the reception if you are held up.',
    called: 'Please go in now.',
    held: 'Come to the desk and say that you are there. You go next.',
    rejected: 'The staff could not take you this time. Open Baari to read why.',
    day_ended: 'Your place is closed. Open Baari to ask again for another day.',
    doctor_left: 'Your place is closed. Open Baari to ask again, here or for another doctor.',
    removed: 'Your place was cancelled. Ask the reception if you think this is a mistake.',
    no_show: 'Your place has ended. Speak to the reception, or ask for a new place.',
    restored: 'The staff took back that your place had ended.',
    reopened: 'The staff took back their answer and will look at it again.',
  },
  movedToLine: {
    title: 'You now wait in another line',
    text: 'The staff moved you to this line. Your time of arrival counts on.',
  },
};

const hi: Texts = {
  greeting: (name) => (name === '' ? 'नमस्ते,' : `नमस्ते ${name},`),
  button: 'मेरी बारी देखें',
  whyYou: 'बारी आपको कैसे बताए, यह आप “मेरा परिचय” में चुनते हैं।',
  forWhom: (name) => `${name} के लिए`,
  token: (token) => `आपका टोकन: ${token}`,
  goInTo: (room) => `कृपया अब अंदर जाएँ: ${room}`,
  place: (place) => `कतार में स्थान ${place}`,
  expected: (when) => `${when} बुलाया जाएगा`,
  advice: {
    stay: 'अभी जहाँ हैं वहीं रहें। निकलने का समय हम बताएँगे।',
    wait_here: 'अस्पताल में आराम से बैठें। आपकी बारी पास आते ही हम बताएँगे।',
    leave_now: 'अब निकलें: चलने का समय हो गया है।',
    next: 'अगली बारी आपकी है। कृपया दरवाज़े पर रहें।',
  },
  late: 'देर हो रही है? यहाँ बताएँ, पहले दूसरे जाएँगे:',
  title: {
    approved: 'आप कतार में हैं',
    moved: 'अब आप दूसरे डॉक्टर की कतार में हैं',
    leave_now: 'अब निकलें',
    next: 'अगली बारी आपकी है',
    called: 'आपकी बारी आ गई',
    held: 'आपको बुलाया गया, आपका स्थान रखा है',
    rejected: 'आपका अनुरोध स्वीकार नहीं हुआ',
    removed: 'स्टाफ़ ने आपको कतार से हटा दिया',
    day_ended: 'आपकी बारी से पहले दिन समाप्त हो गया',
    doctor_left: 'डॉक्टर आज के लिए जा चुके हैं',
    no_show: 'आपको बुलाया गया और आप नहीं थे',
    restored: 'आपका स्थान फिर से बना हुआ है',
    reopened: 'आपका अनुरोध फिर से खुला है',
  },
  text: {
    approved: 'स्टाफ़ ने आपको कतार में ले लिया है।',
    moved: 'स्टाफ़ ने आपको इन डॉक्टर की कतार में रखा है। आपके आने का समय वही माना जाएगा।',
    leave_now: 'अस्पताल के लिए निकलने का समय हो गया है।',
    next: 'कृपया दरवाज़े पर रहें। देर हो रही हो तो रिसेप्शन को बताएँ।',
    called: 'कृपया अब अंदर जाएँ।',
    held: 'रिसेप्शन पर आकर बताएँ कि आप पहुँच गए हैं। अगली बारी आपकी होगी।',
    rejected: 'इस बार स्टाफ़ आपको नहीं ले सका। कारण पढ़ने के लिए बारी खोलें।',
    day_ended: 'आपका स्थान बंद हो गया है। किसी और दिन के लिए फिर से माँगने हेतु बारी खोलें।',
    doctor_left: 'आपका स्थान बंद हो गया है। यहाँ या किसी और डॉक्टर के लिए फिर से माँगने हेतु बारी खोलें।',
    removed: 'आपका स्थान रद्द हो गया। यह ग़लती लगे तो रिसेप्शन से पूछें।',
    no_show: 'आपका स्थान समाप्त हो गया। रिसेप्शन से बात करें या नया स्थान माँगें।',
    restored: 'स्टाफ़ ने आपका स्थान समाप्त होना वापस ले लिया है।',
    reopened: 'स्टाफ़ ने अपना जवाब वापस ले लिया है और अनुरोध फिर से देखेगा।',
  },
  movedToLine: {
    title: 'अब आप दूसरी कतार में हैं',
    text: 'स्टाफ़ ने आपको इस कतार में रखा है। आपके आने का समय वही माना जाएगा।',
  },
};

const catalogues: Readonly<Record<Language, Texts>> = { en, hi };

/** A message in every form it can take. */
export function queueNewsWords(
  kind: QueueNewsKind,
  facts: NewsFacts,
  to: { readonly name: string; readonly language: Language },
  publicUrl: string,
): Words {
  const texts = catalogues[to.language];
  const doctor = harmless(facts.doctor);
  const hospital = harmless(facts.hospital);
  const forWhom = facts.forWhom === undefined ? undefined : harmless(facts.forWhom);
  const said =
    kind === 'moved' && facts.service !== null
      ? texts.movedToLine
      : { title: texts.title[kind], text: texts.text[kind] };
  const { title } = said;
  const who = forWhom === undefined ? '' : `${texts.forWhom(forWhom)}: `;
  const mark = unconfirmedMark(facts.standing, to.language);
  const where = `${doctor}, ${hospital}${mark}`;
  const standing = standingOf(kind, texts, facts, to.language);
  const isAdvised =
    kind === 'approved' || kind === 'moved' || (kind === 'restored' && facts.place > 0);
  const advice = isAdvised ? [texts.advice[facts.advice]] : [];
  const goIn =
    kind === 'called' && facts.room !== null ? texts.goInTo(harmless(facts.room)) : undefined;
  const text = goIn ?? said.text;
  const link = `${publicUrl}/patient/queue`;
  // Whoever sets out too late may say so.
  const lateLink = kind === 'leave_now' ? `${link}?late=1` : undefined;
  return {
    mail: {
      subject: `${who}${title}: ${doctor}`,
      ...letterBody({
        language: to.language,
        parts: [
          { text: texts.greeting(to.name) },
          { text: `${who}${title}. ${text}` },
          { facts: [doctor, hospital, ...standing] },
          ...[...advice, ...unconfirmedNotes(facts.standing, to.language)].map((text) => ({
            text,
          })),
          { button: texts.button, link },
          ...(lateLink === undefined ? [] : [{ text: texts.late }, { link: lateLink }]),
          { text: texts.whyYou },
        ],
      }),
    },
    sms: [
      `${who}${title}. ${where}.`,
      ...(goIn === undefined ? [] : [goIn]),
      ...standing.map((line) => `${line}.`),
      ...advice,
      ...(lateLink === undefined ? [link] : [texts.late, lateLink]),
    ].join(' '),
    push: {
      title: `${who}${title}`,
      body: [where, ...standing, ...(advice.length > 0 ? advice : [text])].join('\n'),
    },
  };
}

const overKinds: ReadonlySet<QueueNewsKind> = new Set([
  'rejected',
  'removed',
  'day_ended',
  'doctor_left',
  'no_show',
]);

function standingOf(
  kind: QueueNewsKind,
  texts: Texts,
  facts: NewsFacts,
  language: Language,
): string[] {
  const { place, token } = facts;
  if (overKinds.has(kind) || kind === 'reopened') return [];
  const called = token === null ? [] : [texts.token(token)];
  if (kind === 'called' || kind === 'held' || kind === 'next' || place === 0) return called;
  const reader = { language, zone: facts.zone, now: facts.now };
  const when = whenText(facts.waitRange, reader);
  const wait = when === undefined ? '' : `, ${texts.expected(when)}`;
  // A sentence of its own ends without the full stop that the list gives it.
  const line = lineText(facts.line, reader, facts.service)?.replace(/[.।]$/u, '');
  return [`${texts.place(place)}${wait}`, ...(line === undefined ? [] : [line]), ...called];
}

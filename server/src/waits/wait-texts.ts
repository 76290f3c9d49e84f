/** A wait in words, where the server writes them: on a ticket's page and in messages [INV-16, ARR-4]. */
import type { Language } from '@baari/contract/languages.ts';
import { leftText, type LeftWords, type VisitLeft } from '@baari/contract/visit-left.ts';
import type { ServiceKind } from '@baari/contract/service-kinds.ts';
import type { LineTold, WaitRange } from '@baari/contract/wait.ts';

interface WaitTexts {
  readonly between: (from: string, to: string) => string;
  readonly by: (to: string) => string;
  readonly orAfterBreak: (before: string, from: string, to: string) => string;
  readonly anyMoment: string;
  readonly onBreak: (until: string) => string;
  readonly notOpen: (at: string) => string;
  readonly usually: (at: string) => string;
  readonly due: string;
  readonly dueBack: string;
  readonly breakOverdue: string;
  readonly busy: string;
  readonly offline: string;
  readonly backAt: (at: string) => string;
  readonly closed: string;
  readonly pastClosing: string;
  /** The same of a shared line, which no doctor is late for [LINE-1]. */
  readonly shared: {
    readonly opens: (at: string) => string;
    readonly due: string;
    readonly noCounter: string;
    readonly noDoctor: string;
    readonly closed: string;
    readonly pastClosing: string;
  };
  readonly left: LeftWords;
}

const english: WaitTexts = {
  between: (from, to) => `between ${from} and ${to}`,
  by: (to) => `by ${to}`,
  orAfterBreak: (before, from, to) =>
    `before ${before}, or after the break between ${from} and ${to}`,
  anyMoment: 'any moment now',
  onBreak: (until) => `The doctor is on a break until ${until}.`,
  notOpen: (at) => `The doctor begins at ${at}.`,
  usually: (at) => `Usually it is about ${at}.`,
  due: 'The doctor has not begun yet.',
  dueBack: 'The doctor is due back and has not called anybody yet.',
  breakOverdue: 'The doctor takes a break once the patient inside has left.',
  busy: 'The doctor is busy and calls nobody just now. Nobody can say yet when it goes on.',
  offline: 'The doctor is not at work just now. Nobody can say yet when it goes on.',
  backAt: (at) => `The doctor is away and is expected back: ${at}.`,
  closed: 'The doctor sees nobody today. Ask the reception what becomes of your place.',
  pastClosing:
    'The hours of this doctor are over for today. Ask the reception what becomes of your place.',
  shared: {
    opens: (at) => `This line is not open yet. It opens at ${at}.`,
    due: 'Nobody has been called from this line yet today.',
    noCounter: 'No counter of this line is open just now. Nobody can say yet when it goes on.',
    noDoctor: 'No doctor of this line is here just now. Nobody can say yet when it goes on.',
    closed: 'This line is closed today. Ask the reception what becomes of your place.',
    pastClosing: 'This line is over for today. Ask the reception what becomes of your place.',
  },
  left: {
    minutes: (minutes) => `${minutes} minutes`,
    hours: (hours, isOne) => (isOne ? '1 hour' : `${hours} hours`),
    to: (from, to) => `${from} to ${to}`,
    about: (range) => `About ${range} until you are done.`,
    atMost: (to) => `At most about ${to} until you are done.`,
  },
};

const hindi: WaitTexts = {
  between: (from, to) => `${from} से ${to} के बीच`,
  by: (to) => `${to} तक`,
  orAfterBreak: (before, from, to) => `${before} से पहले, या विराम के बाद ${from} से ${to} के बीच`,
  anyMoment: 'अब किसी भी समय',
  onBreak: (until) => `डॉक्टर ${until} तक विराम पर हैं।`,
  notOpen: (at) => `डॉक्टर ${at} से मरीज़ देखना शुरू करते हैं।`,
  usually: (at) => `अक्सर करीब ${at} पर शुरू होता है।`,
  due: 'डॉक्टर ने अभी शुरू नहीं किया है।',
  dueBack: 'डॉक्टर के लौटने का समय हो गया है, अभी किसी को नहीं बुलाया है।',
  breakOverdue: 'अंदर के मरीज़ के निकलते ही डॉक्टर विराम लेंगे।',
  busy: 'डॉक्टर व्यस्त हैं और अभी किसी को नहीं बुला रहे। कब आगे बढ़ेगा, अभी पता नहीं।',
  offline: 'डॉक्टर अभी काम पर नहीं हैं। कब आगे बढ़ेगा, अभी पता नहीं।',
  backAt: (at) => `डॉक्टर बाहर हैं और लौटने की उम्मीद है: ${at}।`,
  closed: 'डॉक्टर आज किसी को नहीं देखते। आपके स्थान का क्या होगा, रिसेप्शन से पूछें।',
  pastClosing: 'आज के लिए इस डॉक्टर का समय पूरा हो गया है। आपके स्थान का क्या होगा, रिसेप्शन से पूछें।',
  shared: {
    opens: (at) => `यह कतार अभी नहीं खुली है। ${at} पर खुलेगी।`,
    due: 'इस कतार से आज अभी किसी को नहीं बुलाया गया है।',
    noCounter: 'इस कतार का कोई काउंटर अभी खुला नहीं है। कब आगे बढ़ेगा, अभी पता नहीं।',
    noDoctor: 'इस कतार का कोई डॉक्टर अभी यहाँ नहीं है। कब आगे बढ़ेगा, अभी पता नहीं।',
    closed: 'यह कतार आज बंद है। आपके स्थान का क्या होगा, रिसेप्शन से पूछें।',
    pastClosing: 'यह कतार आज के लिए पूरी हो गई है। आपके स्थान का क्या होगा, रिसेप्शन से पूछें।',
  },
  left: {
    minutes: (minutes) => `${minutes} मिनट`,
    hours: (hours, isOne) => (isOne ? '1 घंटा' : `${hours} घंटे`),
    to: (from, to) => `${from} से ${to}`,
    about: (range) => `आपका काम पूरा होने तक लगभग ${range}।`,
    atMost: (to) => `आपका काम पूरा होने तक ज़्यादा से ज़्यादा ${to}।`,
  },
};

const catalogues: Readonly<Record<Language, WaitTexts>> = { en: english, hi: hindi };

/** For whom, where and when words are written. */
export interface Reader {
  readonly language: Language;
  /** The hospital's, IANA. */
  readonly zone: string;
  readonly now: Date;
}

/** When the call is expected, such as "between 10:20 am and 11:05 am"; undefined while nobody can say. */
export function whenText(range: WaitRange | null, reader: Reader): string | undefined {
  const texts = catalogues[reader.language];
  const parts = (range?.parts ?? []).map(({ from, to }) => {
    return { from: new Date(from), to: new Date(to) };
  });
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const clock = (moment: Date) => clockText(moment, reader);
  if (last.to <= reader.now) return texts.anyMoment;
  if (last !== first && first.to > reader.now) {
    return texts.orAfterBreak(clock(first.to), clock(last.from), clock(last.to));
  }
  const { from, to } = first.to > reader.now ? first : last;
  return from <= reader.now ? texts.by(clock(to)) : texts.between(clock(from), clock(to));
}

/** How long the rest of the visit takes, as a sentence. */
export function visitLeftText(left: VisitLeft, language: Language): string {
  return leftText(left, catalogues[language].left);
}

/**
 * What the doctor is doing, or the shared line whose service is named, where it says why; undefined of a
 * line that runs.
 */
export function lineText(
  line: LineTold | null,
  reader: Reader,
  service: ServiceKind | null,
): string | undefined {
  if (line === null) return undefined;
  if (service !== null) return sharedLineText(line, reader, service);
  const texts = catalogues[reader.language];
  const { state, at, usuallyAt } = line;
  const usually =
    usuallyAt === null ? '' : ` ${texts.usually(clockText(new Date(usuallyAt), reader))}`;
  const back = at === null ? undefined : clockText(new Date(at), reader);
  switch (state) {
    case 'running':
    case 'break_ahead':
      return undefined;
    case 'not_open':
      return back && `${texts.notOpen(back)}${usually}`;
    case 'due':
      return `${texts.due}${usually}`;
    case 'due_back':
      return texts.dueBack;
    case 'break_overdue':
      return texts.breakOverdue;
    case 'on_break':
      return back && texts.onBreak(back);
    case 'busy':
      return texts.busy;
    case 'offline':
      return back === undefined ? texts.offline : texts.backAt(back);
    case 'closed':
      return back === undefined ? texts.closed : texts.backAt(back);
    case 'past_closing':
      return texts.pastClosing;
  }
}

function sharedLineText(
  { state, at }: LineTold,
  reader: Reader,
  service: ServiceKind,
): string | undefined {
  const texts = catalogues[reader.language].shared;
  const opens = at === null ? undefined : texts.opens(clockText(new Date(at), reader));
  switch (state) {
    case 'running':
    case 'break_ahead':
      return undefined;
    case 'not_open':
      return opens;
    case 'due':
    case 'due_back':
      return texts.due;
    case 'closed':
      return texts.closed;
    case 'past_closing':
      return texts.pastClosing;
    default:
      return opens ?? (service === 'any_doctor' ? texts.noDoctor : texts.noCounter);
  }
}

/** A time of day, with its date where that is another one. */
export function clockText(moment: Date, { language, zone, now }: Reader): string {
  const format = (options: Intl.DateTimeFormatOptions, shown: Date) =>
    new Intl.DateTimeFormat(`${language}-IN`, {
      timeZone: zone,
      numberingSystem: 'latn',
      ...options,
    }).format(shown);
  const time = format({ hour: 'numeric', minute: '2-digit' }, moment);
  const day = { dateStyle: 'medium' } as const;
  return format(day, moment) === format(day, now) ? time : `${format(day, moment)}, ${time}`;
}

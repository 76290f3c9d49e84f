/** What a ticket's page says, in both languages. */
import type { QueueStatus } from '@baari/contract/constants.ts';
import type { Language } from '@baari/contract/languages.ts';
import type { RefusalCode } from '@baari/contract/refusals.ts';

interface TicketTexts {
  readonly title: string;
  readonly token: string;
  readonly hospital: (name: string) => string;
  /** Of a hospital that the operator has not confirmed [SEC-20]. */
  readonly unconfirmed: string;
  /** `place`: 1…n while waiting, else 0. */
  readonly state: Readonly<Record<QueueStatus, (place: number) => string>>;
  readonly hint: Readonly<Record<QueueStatus, string>>;
  /** Called to a point of a shared line [LINE-4]. */
  readonly awaitedThere: string;
  readonly notHereYet: string;
  /** Called and not there, and not back yet. */
  readonly away: string;
  readonly awayHint: string;
  /** Called in, where the doctor's room has a name. */
  readonly goInTo: (room: string) => string;
  /** First in line, and called soon. */
  readonly next: string;
  /** `when`: such as "between 10:20 am and 11:05 am". */
  readonly expected: (when: string) => string;
  /** Above and on the way to the page of putting the place off [WAIT-1]. */
  readonly later: string;
  readonly laterLead: (left: number) => string;
  readonly lateTitle: string;
  readonly lateBy: (minutes: number) => string;
  readonly laterTitle: string;
  readonly letFirst: (people: number) => string;
  /** `position`: where one then stands. */
  readonly goFirst: (people: number, position: number) => string;
  readonly placeStays: string;
  readonly putOff: string;
  readonly delaysUsed: string;
  readonly nothingToPutOff: string;
  readonly backToTicket: string;
  /** Why it was not done, by the refusal's code. */
  readonly problems: Readonly<Partial<Record<RefusalCode, string>>> & {
    readonly otherwise: string;
  };
  readonly asOf: (time: string) => string;
  readonly refreshes: string;
  readonly unknownTitle: string;
  readonly unknownText: string;
  readonly home: string;
}

const english: TicketTexts = {
  title: 'Your place in the queue',
  token: 'Your token',
  hospital: (name) => name,
  unconfirmed: 'Nobody has confirmed yet that this is the hospital it says it is.',
  state: {
    pending_approval: () => 'Waiting for approval',
    waiting: (place) => `You are ${ordinal(place)} in the queue`,
    in_progress: () => 'It is your turn. Please go in.',
    completed: () => 'This visit is over',
    cancelled: () => 'This place was given up',
    no_show: () => 'You were called and not there',
    rejected: () => 'This request was not accepted',
  },
  hint: {
    pending_approval: 'The desk will let you know.',
    waiting: 'Your token is called on the screen in the waiting room.',
    in_progress: 'The doctor is waiting for you.',
    completed: 'Thank you for coming.',
    cancelled: 'If this is a mistake, please tell the desk.',
    no_show: 'Please tell the desk that you are here.',
    rejected: 'The desk can tell you why.',
  },
  awaitedThere: 'You are awaited there.',
  notHereYet: 'When you arrive, please check in at the entrance or the desk.',
  away: 'You were called and were not there',
  awayHint: 'Your place is kept. Tell the desk when you are here: you go next.',
  goInTo: (room) => `It is your turn. Please go in to ${room}.`,
  next: 'You are next',
  expected: (when) => `Expected ${when}`,
  later: 'Running late? Go later',
  laterLead: (left) =>
    `The others go first, and your visit stays. ${left === 1 ? 'This can be done once more.' : 'This can be done twice.'}`,
  lateTitle: 'I am late by',
  lateBy: (minutes) => `${minutes} minutes`,
  laterTitle: 'I am not in a hurry',
  letFirst: (people) => (people === 1 ? 'Let 1 person go first' : `Let ${people} people go first`),
  goFirst: (people, position) =>
    `${people === 1 ? '1 person goes' : `${people} people go`} first, you are then ${ordinal(position)}.`,
  placeStays: 'Your place stays as it is; the desk is told.',
  putOff: 'The desk knows. Your visit stays.',
  delaysUsed: 'You have put your place off twice. Please speak to the reception.',
  nothingToPutOff: 'Nobody behind you could go first just now. Your place stays as it is.',
  backToTicket: 'Back to my place',
  problems: {
    delays_used: 'You have put your place off twice. Please speak to the reception.',
    entry_changed: 'Your place has changed meanwhile. Please look again and choose.',
    wait_not_known: 'Nobody can say just now when it goes on. Your place stays as it is.',
    already_last: 'Nobody behind you could go first just now. Your place stays as it is.',
    otherwise: 'That was not possible. Your place stays as it is.',
  },
  asOf: (time) => `As of ${time}.`,
  refreshes: 'This page renews itself.',
  unknownTitle: 'This ticket is not valid',
  unknownText: 'The address is not complete, or the visit is over. The desk can print a new one.',
  home: 'To the start page',
};

const hindi: TicketTexts = {
  title: 'कतार में आपकी जगह',
  token: 'आपका टोकन',
  hospital: (name) => name,
  unconfirmed: 'अभी किसी ने पुष्टि नहीं की है कि यह वही अस्पताल है जिसका नाम लिखा है।',
  state: {
    pending_approval: () => 'मंज़ूरी का इंतज़ार',
    waiting: (place) => `कतार में आपका नंबर ${place} है`,
    in_progress: () => 'आपकी बारी है। कृपया अंदर जाएँ।',
    completed: () => 'यह मुलाक़ात पूरी हो गई',
    cancelled: () => 'यह जगह छोड़ दी गई',
    no_show: () => 'आपको बुलाया गया, पर आप वहाँ नहीं थे',
    rejected: () => 'यह अनुरोध स्वीकार नहीं हुआ',
  },
  hint: {
    pending_approval: 'काउंटर से आपको बताया जाएगा।',
    waiting: 'आपका टोकन प्रतीक्षालय की स्क्रीन पर बुलाया जाएगा।',
    in_progress: 'डॉक्टर आपका इंतज़ार कर रहे हैं।',
    completed: 'आने के लिए धन्यवाद।',
    cancelled: 'अगर यह ग़लती से हुआ है तो कृपया काउंटर पर बताएँ।',
    no_show: 'कृपया काउंटर पर बताएँ कि आप यहाँ हैं।',
    rejected: 'कारण काउंटर पर पूछा जा सकता है।',
  },
  awaitedThere: 'वहाँ आपका इंतज़ार हो रहा है।',
  notHereYet: 'पहुँचने पर कृपया प्रवेश द्वार या काउंटर पर चेक-इन करें।',
  away: 'आपको बुलाया गया, पर आप वहाँ नहीं थे',
  awayHint: 'आपकी जगह रखी है। पहुँचने पर काउंटर को बताएँ: अगली बारी आपकी है।',
  goInTo: (room) => `आपकी बारी है। कृपया अंदर जाएँ: ${room}`,
  next: 'अगली बारी आपकी है',
  expected: (when) => `${when} बुलाए जाने की उम्मीद है`,
  later: 'देर हो रही है? बाद में जाएँ',
  laterLead: (left) =>
    `पहले दूसरे जाएँगे, आपकी मुलाक़ात बनी रहेगी। ${left === 1 ? 'यह एक बार और हो सकता है।' : 'यह दो बार हो सकता है।'}`,
  lateTitle: 'मुझे इतनी देर होगी',
  lateBy: (minutes) => `${minutes} मिनट`,
  laterTitle: 'मुझे जल्दी नहीं है',
  letFirst: (people) => `${people} लोगों को पहले जाने दें`,
  goFirst: (people, position) => `${people} लोग पहले जाएँगे, फिर आपका नंबर ${position} होगा।`,
  placeStays: 'आपकी जगह वही रहेगी; काउंटर को बता दिया जाएगा।',
  putOff: 'काउंटर को पता है। आपकी मुलाक़ात बनी हुई है।',
  delaysUsed: 'आप दो बार अपनी बारी आगे कर चुके हैं। कृपया रिसेप्शन से बात करें।',
  nothingToPutOff: 'अभी आपके पीछे ऐसा कोई नहीं जो पहले जा सके। आपकी जगह वही रहेगी।',
  backToTicket: 'मेरी जगह पर वापस',
  problems: {
    delays_used: 'आप दो बार अपनी बारी आगे कर चुके हैं। कृपया रिसेप्शन से बात करें।',
    entry_changed: 'इस बीच आपकी जगह बदल गई है। कृपया फिर देखकर चुनें।',
    wait_not_known: 'कब आगे बढ़ेगा, अभी कोई नहीं कह सकता। आपकी जगह वही रहेगी।',
    already_last: 'अभी आपके पीछे ऐसा कोई नहीं जो पहले जा सके। आपकी जगह वही रहेगी।',
    otherwise: 'यह नहीं हो सका। आपकी जगह वही रहेगी।',
  },
  asOf: (time) => `${time} की स्थिति।`,
  refreshes: 'यह पेज अपने आप ताज़ा होता है।',
  unknownTitle: 'यह टोकन पर्ची मान्य नहीं है',
  unknownText: 'पता अधूरा है या मुलाक़ात पूरी हो चुकी है। काउंटर से नई पर्ची मिल सकती है।',
  home: 'मुख्य पेज पर जाएँ',
};

export const ticketTexts: Readonly<Record<Language, TicketTexts>> = {
  en: english,
  hi: hindi,
};

const endings: Readonly<Record<Intl.LDMLPluralRule, string>> = {
  one: 'st',
  two: 'nd',
  few: 'rd',
  other: 'th',
  zero: 'th',
  many: 'th',
};
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });

function ordinal(place: number): string {
  return `${place}${endings[ordinals.select(place)]}`;
}

/** What a ticket's page says, in both languages. */
import type { QueueStatus } from '@baari/contract/constants.ts';
import type { Language } from '@baari/contract/languages.ts';

interface TicketTexts {
  readonly title: string;
  readonly token: string;
  readonly hospital: (name: string) => string;
  /** Of a hospital that the operator has not confirmed [SEC-20]. */
  readonly unconfirmed: string;
  /** `place`: 1…n while waiting, else 0. */
  readonly state: Readonly<Record<QueueStatus, (place: number) => string>>;
  readonly hint: Readonly<Record<QueueStatus, string>>;
  readonly notHereYet: string;
  /** First in line, and called soon. */
  readonly next: string;
  /** `when`: such as "between 10:20 am and 11:05 am". */
  readonly expected: (when: string) => string;
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
  notHereYet: 'When you arrive, please check in at the entrance or the desk.',
  next: 'You are next',
  expected: (when) => `Expected ${when}`,
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
  notHereYet: 'पहुँचने पर कृपया प्रवेश द्वार या काउंटर पर चेक-इन करें।',
  next: 'अगली बारी आपकी है',
  expected: (when) => `${when} बुलाए जाने की उम्मीद है`,
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

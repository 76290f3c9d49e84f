import type { Ui } from '../en/ui.ts';
import { hindiOrdinal, pluralIn } from '../plural.ts';

const plural = pluralIn('hi');

export const ui = {
  close: 'बंद करें',
  dismiss: 'हटाएँ',
  notifications: 'सूचनाएँ',
  showPassword: 'पासवर्ड दिखाएँ',
  hidePassword: 'पासवर्ड छिपाएँ',
  clearSearch: 'खोज मिटाएँ',
  windowFailedTitle: 'यह खुल नहीं सका',
  windowFailed: 'कृपया अपना कनेक्शन जाँचें और फिर कोशिश करें।',
  required: 'ज़रूरी',
  error: 'गड़बड़ी',
  toastTypes: { success: 'हो गया', error: 'समस्या', warning: 'ध्यान दें', info: 'सूचना' },
  loading: 'खुल रहा है…',
  statuses: {
    pending_approval: 'मंज़ूरी बाकी',
    waiting: 'इंतज़ार में',
    in_progress: 'जाँच चल रही है',
    completed: 'पूरा हुआ',
    cancelled: 'रद्द',
    no_show: 'नहीं आए',
    rejected: 'अस्वीकृत',
  },
  doctorStatuses: { Available: 'उपलब्ध', Busy: 'व्यस्त', Offline: 'अनुपस्थित' },
  when: {
    between: (from: string, to: string) => `${from} से ${to} के बीच`,
    by: (to: string) => `${to} तक`,
    orAfterBreak: (before: string, from: string, to: string) =>
      `${before} से पहले, या विराम के बाद ${from} से ${to} के बीच`,
    anyMoment: 'अब किसी भी समय',
  },
  onBreakUntil: (time) => `${time} तक विराम पर`,
  urgencies: { low: 'कम', medium: 'मध्यम', high: 'अधिक' },
  urgencyOf: (urgency: string) => `कितना ज़रूरी: ${urgency}`,
  notConfirmed: 'पुष्टि नहीं हुई',
  notConfirmedTitle: 'इस अस्पताल की पुष्टि नहीं हुई है',
  notConfirmedText:
    'अभी किसी ने पुष्टि नहीं की है कि यह वही अस्पताल है जिसका नाम लिखा है। जाने से पहले, या अपनी सेहत के बारे में बताने से पहले उसका पता और फ़ोन जाँच लें।',
  notOpenTitle: 'यह अस्पताल यहाँ किसी को नहीं ले रहा',
  notOpen: 'यह बारी पर बंद है, या इसकी पुष्टि अभी नहीं हुई है। आप यहाँ कतार में नहीं लग सकते, न अपॉइंटमेंट ले सकते।',
  live: 'लाइव अपडेट',
  connecting: 'जुड़ रहा है…',
  stale: 'लाइव नहीं',
  asOf: (when: string) => `${when} की जानकारी`,
  placeInLine: (place: number, total: number) =>
    `कतार के ${total} लोगों में आप ${hindiOrdinal(place)} नंबर पर हैं`,
  yourTurn: 'अब आपकी बारी है',
  lineOf: (total: number) =>
    plural(total, {
      one: `${total} व्यक्ति इंतज़ार में है`,
      other: `${total} लोग इंतज़ार में हैं`,
    }),
  lineEmpty: 'कोई इंतज़ार में नहीं है',
  pages: 'पृष्ठ',
  page: (page: number) => `पृष्ठ ${page}`,
  previousPage: 'पिछला पृष्ठ',
  nextPage: 'अगला पृष्ठ',
  showMore: 'और दिखाएँ',
  shownOf: (shown: string, total: string) => `${total} में से ${shown} दिखाए गए`,
} satisfies Ui;

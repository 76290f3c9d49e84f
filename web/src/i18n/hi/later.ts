import type { Later } from '../en/later.ts';
import { hindiOrdinal, pluralIn } from '../plural.ts';

const plural = pluralIn('hi');

export const later: Later = {
  title: 'देर हो रही है, या बाद में जाना है',
  lead: 'पहले दूसरे जाएँगे, आपकी मुलाक़ात बनी रहेगी।',
  left: (times: number) =>
    plural(times, {
      one: 'आप यह एक बार और कर सकते हैं।',
      other: 'एक मुलाक़ात में आप यह दो बार कर सकते हैं।',
    }),
  loading: 'देखा जा रहा है कि इससे क्या होगा…',
  failed: 'यह पता नहीं चल सका कि इससे क्या होगा',
  lateTitle: 'मुझे इतनी देर होगी',
  lateBy: (minutes: number) => `${minutes} मिनट`,
  laterTitle: 'मुझे जल्दी नहीं है',
  letFirst: (people: number) =>
    plural(people, {
      one: '1 व्यक्ति को पहले जाने दें',
      other: `${people} लोगों को पहले जाने दें`,
    }),
  goFirst: (people: number, position: number) =>
    plural(people, {
      one: `1 व्यक्ति पहले जाएगा; फिर आप ${hindiOrdinal(position)} नंबर पर होंगे।`,
      other: `${people} लोग पहले जाएँगे; फिर आप ${hindiOrdinal(position)} नंबर पर होंगे।`,
    }),
  expected: (when: string) => `अनुमान: ${when}।`,
  placeStays: 'आपकी जगह वही रहेगी; काउंटर को बता दिया जाएगा।',
  choose: 'कोई एक चुनें।',
  confirm: 'बाद में जाएँ',
  sending: 'काउंटर को बताया जा रहा है…',
  sendFailed: 'आपकी बारी आगे नहीं की जा सकी',
  doneTitle: 'काउंटर को पता है',
  done: (position: number) => `अब आप कतार में ${hindiOrdinal(position)} नंबर पर हैं।`,
  used: 'इस मुलाक़ात में आप दो बार अपनी बारी आगे कर चुके हैं। कृपया रिसेप्शन से बात करें।',
  nothing: 'अभी आपके पीछे ऐसा कोई नहीं जो पहले जा सके। आपकी जगह वही रहेगी।',
  notKnown: 'कब आगे बढ़ेगा, अभी कोई नहीं कह सकता। आपकी जगह वही रहेगी।',
  onHold: 'आपको बुलाया गया था। पहुँचने पर काउंटर को बताएँ: अगली बारी आपकी है।',
};

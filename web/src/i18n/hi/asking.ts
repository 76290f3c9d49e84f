import type { Asking } from '../en/asking.ts';

export const asking = {
  joinOf: (doctor: string) => `(${doctor} के यहाँ)`,
  busyReason: 'व्यस्त हैं: अभी नए मरीज़ नहीं ले रहे।',
  offlineReason: 'अभी काम पर नहीं हैं।',
  closedLineReason: 'बंद: अभी नए लोग नहीं लिए जा रहे।',
  shutReason: (opens) =>
    opens === undefined
      ? 'अभी बंद है: अनुरोध अस्पताल खुला होने पर लिए जाते हैं।'
      : `अभी बंद है, ${opens} खुलेगा: अनुरोध तब से लिए जाएँगे।`,
  alreadyHere: 'आप इसी कतार में हैं।',
  requestedHere: 'आपका अनुरोध कर्मचारियों के पास है।',
  alreadyHereOf: (name: string) => `${name} इसी कतार में हैं।`,
  requestedHereOf: (name: string) => `${name} का अनुरोध कर्मचारियों के पास है।`,
  alreadyElsewhere: 'एक समय में एक ही कतार।',
  joinForAnother: 'किसी और के लिए कतार में लगें',
  seeMyPlace: 'मेरी जगह देखें',
  joinTitle: (doctor: string) => `${doctor} की कतार में लगें`,
  joinLineTitle: (line) => `${line} कतार में जुड़ें`,
  joinLead: 'पहले कर्मचारी आपका अनुरोध देखेंगे। कतार आप कभी भी छोड़ सकते हैं।',
  symptomsHint: 'क्या परेशानी है और कब से। इसे सिर्फ़ अस्पताल पढ़ेगा।',
  urgencyHints: {
    low: 'रुक सकता हूँ',
    medium: 'आज ही दिखाना है',
    high: 'तकलीफ़ बढ़ रही है',
  },
  emergency:
    'आपात स्थिति में कतार का इंतज़ार मत कीजिए: 112 पर फ़ोन कीजिए या सबसे पास के आपातकालीन विभाग में जाइए।',
  sendRequest: 'अनुरोध भेजें',
  sending: 'भेजा जा रहा है…',
  sentTitle: 'अनुरोध भेज दिया गया!',
  sentMessage: (doctor: string) => `${doctor} के लिए आपका अनुरोध मंज़ूरी के लिए कर्मचारियों के पास गया है।`,
  failedTitle: 'अनुरोध नहीं गया',
  joinFailed: 'कतार में नहीं लग सके',
  inQueueAlready: 'किसी कतार में पहले से जगह या अनुरोध है। एक समय में एक ही कतार: पहले उसे छोड़ें।',
  failedFallback: 'अनुरोध नहीं भेजा जा सका। कृपया फिर कोशिश कीजिए।',
} satisfies Asking;

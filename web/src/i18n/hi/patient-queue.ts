import type { PatientQueue } from '../en/patient-queue.ts';
import { hindiOrdinal } from '../plural.ts';

export const patientQueue = {
  areaName: 'मरीज़',
  navBrowse: 'अस्पताल देखें',
  navQueue: 'मेरी बारी',
  navReports: 'मेरी रिपोर्टें',
  navProfile: 'मेरा परिचय',

  join: 'कतार में लगें',
  joinOf: (doctor: string) => `(${doctor} के यहाँ)`,
  busyReason: 'व्यस्त हैं: अभी नए मरीज़ नहीं ले रहे।',
  offlineReason: 'अभी काम पर नहीं हैं।',
  alreadyHere: 'आप इसी कतार में हैं।',
  requestedHere: 'आपका अनुरोध कर्मचारियों के पास है।',
  alreadyElsewhere: 'एक समय में एक ही कतार।',
  seeMyPlace: 'मेरी जगह देखें',
  goToMyQueue: 'मेरी बारी पर जाएँ',
  haveEntryTitle: 'आप पहले से एक कतार में हैं',
  haveRequestTitle: 'आपका अनुरोध कर्मचारियों के पास है',
  haveEntryWith: (doctor: string, hospital: string) =>
    `${doctor}, ${hospital}। एक समय में एक ही कतार।`,

  joinTitle: (doctor: string) => `${doctor} की कतार में लगें`,
  joinLead: 'पहले कर्मचारी आपका अनुरोध देखेंगे। कतार आप कभी भी छोड़ सकते हैं।',
  symptoms: 'तकलीफ़',
  symptomsHint: 'क्या परेशानी है और कब से। इसे सिर्फ़ अस्पताल पढ़ेगा।',
  urgency: 'कितनी जल्दी दिखाना ज़रूरी लगता है?',
  urgencyNames: { low: 'कम', medium: 'मध्यम', high: 'अधिक' },
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
  failedFallback: 'अनुरोध नहीं भेजा जा सका। कृपया फिर कोशिश कीजिए।',

  title: 'मेरी बारी',
  loading: 'कतार की जानकारी खुल रही है...',
  currentFailed: 'आपकी कतार की जानकारी नहीं मिली',
  historyFailed: 'पुरानी कतारों की सूची नहीं मिली',
  tooMany: 'बहुत बार पूछा गया। कृपया कुछ सेकंड रुकिए।',
  refreshFailed: 'ताज़ा जानकारी नहीं मिल सकी',
  updated: 'ताज़ा:',

  youAre: (place: number) => `आप ${hindiOrdinal(place)} नंबर पर हैं`,
  youAreNext: 'अगली बारी आपकी है',
  ahead: (count: number) => (count === 1 ? 'आपसे आगे 1 व्यक्ति है' : `आपसे आगे ${count} लोग हैं`),
  nobodyAhead: 'कतार में आपसे आगे कोई नहीं है',
  calculating: 'हिसाब लगाया जा रहा है...',
  estimatedWait: 'इंतज़ार का अंदाज़ा',
  aboutMinutes: (range: string) => `लगभग ${range} मिनट`,
  upToMinutes: (minutes: string) => `ज़्यादा से ज़्यादा ${minutes} मिनट`,
  rightFor: (kept: string, of: string) => `इस डॉक्टर के पिछले ${of} मरीज़ों में से ${kept} के लिए सही।`,
  expectedBetween: (from: string, to: string) => `${from} से ${to} के बीच बारी आ सकती है`,
  expectedBy: (to: string) => `${to} तक बारी आ सकती है`,

  pendingHeadline: 'अनुरोध भेजा गया',
  pendingWait: 'कर्मचारियों की मंज़ूरी मिलते ही आपका नंबर लगेगा।',
  whatNow: 'अभी क्या करें',
  advice: {
    pending: {
      title: 'अभी कुछ नहीं करना है',
      text: 'कर्मचारी आपका अनुरोध देख रहे हैं। यह पेज बंद कर सकते हैं, अनुरोध बना रहेगा।',
    },
    stay: { title: 'जहाँ हैं वहीं रहिए', text: 'अभी समय है। आपकी गिनती हम रख रहे हैं।' },
    stayUntil: {
      title: (time: string) => `जहाँ हैं वहीं रहिए। करीब ${time} निकलिए।`,
      text: 'इसमें रास्ते का समय और पंद्रह मिनट ऊपर से रखे गए हैं।',
    },
    leaveNow: { title: 'अब निकलिए', text: 'अगर अभी अस्पताल नहीं पहुँचे हैं, तो चलने का समय हो गया है।' },
    next: {
      title: 'दरवाज़े के पास रहिए',
      text: 'अगला बुलावा आपका है। देर हो रही हो तो रिसेप्शन को बता दीजिए।',
    },
    turn: { title: 'अब आपकी बारी है', text: 'अंदर जाइए।' },
  },
  travel: 'पहुँचने में मुझे लगते हैं',
  travelMinutes: (minutes: number) => `${minutes} मिनट`,

  turnHeadline: 'अब आपकी बारी है',
  turnGoIn: (doctor: string) => `कृपया ${doctor} के पास अंदर जाइए।`,
  turnSince: 'बुलाया गया',
  soundOn: 'बुलाने पर आवाज़ करें',
  soundHint: 'चालू करने पर एक बार बजेगी, ताकि आप पहचान लें। इसके लिए यह पेज खुला होना चाहिए।',

  yourSymptoms: 'आपने जो बताया',

  changes: 'अब तक क्या हुआ',
  changeRequested: 'आपने जगह माँगी',
  changeApproved: 'कर्मचारियों ने आपको कतार में ले लिया',
  changeCalled: 'आपको अंदर बुलाया गया',
  changeMovedUp: (from: number, to: number) =>
    `आप ${hindiOrdinal(from)} से ${hindiOrdinal(to)} नंबर पर आ गए`,
  changeMovedBack: (from: number, to: number) =>
    `कर्मचारियों ने क्रम बदला: ${hindiOrdinal(from)} से ${hindiOrdinal(to)} नंबर पर`,
  announceApproved: (place: number) =>
    `कर्मचारियों ने आपको कतार में ले लिया। आप ${hindiOrdinal(place)} नंबर पर हैं।`,
  announcePlace: (place: number) => `अब आप कतार में ${hindiOrdinal(place)} नंबर पर हैं।`,
  announceTurn: (doctor: string) => `अब आपकी बारी है। कृपया ${doctor} के पास अंदर जाइए।`,
  announceEnded: 'अब आप कतार में नहीं हैं।',

  leave: 'कतार छोड़ें',
  withdraw: 'अनुरोध वापस लें',
  leaveQuestion: 'क्या आप सचमुच कतार छोड़ना चाहते हैं?',
  leaveConsequence: 'आपकी जगह अगले व्यक्ति को मिल जाएगी। दोबारा आने पर आख़िर से लगना होगा।',
  withdrawConsequence: 'कर्मचारियों को आपका अनुरोध अब नहीं दिखेगा।',
  leaveConfirm: 'छोड़ दें',
  leaveStay: 'कतार में रहें',
  leaveFailed: 'कतार नहीं छोड़ी जा सकी',
  leftTitle: 'आपने कतार छोड़ दी',

  noActive: 'आप किसी कतार में नहीं हैं',
  noActiveLead: 'किसी डॉक्टर के यहाँ जगह माँगने पर वह यहाँ दिखेगी।',
  browseHospitals: 'अस्पताल देखें',
  findAnother: 'दूसरे डॉक्टर खोजें',
  outcome: {
    rejected: {
      title: 'आपका अनुरोध मंज़ूर नहीं हुआ',
      text: (doctor: string) => `${doctor} के यहाँ इस बार जगह नहीं दी जा सकी।`,
    },
    removed: {
      title: 'कर्मचारियों ने आपको कतार से हटा दिया',
      text: (doctor: string) =>
        `${doctor} के यहाँ आपकी जगह रद्द हो गई है। यह ग़लती लगे तो रिसेप्शन से पूछिए।`,
    },
    noShow: {
      title: 'आपको बुलाया गया, पर आप वहाँ नहीं थे',
      text: (doctor: string) =>
        `${doctor} के यहाँ आपकी जगह ख़त्म हो गई है। रिसेप्शन से बात कीजिए या नई जगह माँगिए।`,
    },
    completed: {
      title: 'आपकी जाँच पूरी हुई',
      text: (doctor: string) => `आने के लिए धन्यवाद। जल्दी ठीक हो जाइए। ${doctor} ने जाँच पूरी कर दी है।`,
    },
  },
  reason: 'कारण',

  guidelines: 'काम की बातें',
  guidelineItems: [
    'एक समय में एक ही कतार: दूसरी में लगने से पहले इसे छोड़िए।',
    'नंबर लगातार बदलता रहता है: पेज अपने आप बदलेगा, दोबारा खोलने की ज़रूरत नहीं।',
    'बुलाते ही पहुँचिए: नहीं तो डॉक्टर अगले व्यक्ति को बुला लेंगे।',
  ],

  history: 'पुरानी कतारें',
  historyHere: 'इस अस्पताल की पुरानी कतारें',
  noHistory: 'कोई पुरानी कतार नहीं',
  noHistoryLead: 'आपकी पिछली मुलाक़ातें यहाँ दिखेंगी।',
  visitOn: 'जगह माँगी',
  visitEnded: 'ख़त्म',
  youLeft: 'आपने छोड़ी',
  removedByStaff: 'कर्मचारियों ने हटाया',
  backToHospital: 'अस्पताल पर वापस',

  rate: 'इस मुलाक़ात को अंक दें',
  rateOf: (doctor: string, day: string) => `${day} को ${doctor} से`,
  rateTitle: (doctor: string) => `${doctor} से आपकी मुलाक़ात कैसी रही?`,
  rateLead: 'आपके सितारे उस अंक में जुड़ते हैं जो सबको दिखता है।',
  stars: 'सितारे',
  starNames: {
    1: '1 सितारा: ख़राब',
    2: '2 सितारे: अच्छी नहीं',
    3: '3 सितारे: ठीक-ठाक',
    4: '4 सितारे: अच्छी',
    5: '5 सितारे: बहुत अच्छी',
  },
  chooseStars: '1 से 5 सितारे चुनिए।',
  ratingWords: 'अपने शब्दों में',
  ratingWordsHint: 'इसे सिर्फ़ अस्पताल के प्रशासक पढ़ेंगे, आपके नाम के बिना।',
  sendRating: 'अंक भेजें',
  rateCancel: 'अभी नहीं',
  ratedTitle: 'अंक देने के लिए धन्यवाद',
  ratedMessage: (day: string) => `आप इसे ${day} तक बदल सकते हैं।`,
  ratingsFailed: 'आपके दिए अंक नहीं मिल सके।',
  rateFailed: 'अंक सहेजे नहीं जा सके',
  yourRating: (stars: string) => `आपने 5 में से ${stars} सितारे दिए`,
  changeRating: 'बदलें',
  changeRatingOf: (doctor: string, day: string) => `आपके दिए अंक: ${doctor}, ${day}`,
} satisfies PatientQueue;

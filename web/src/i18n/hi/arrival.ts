import type { Arrival } from '../en/arrival.ts';

export const arrival: Arrival = {
  token: 'टोकन',
  hereSince: (time) => `${time} से यहाँ`,
  bookedFor: (time) => `अपॉइंटमेंट ${time}`,
  ticket: 'पर्ची',

  addWalkIn: 'बिना खाते का मरीज़ जोड़ें',
  walkInTitle: 'बिना खाते का मरीज़ जोड़ें',
  walkInLead:
    'काउंटर पर आए उस व्यक्ति के लिए जिसका खाता नहीं है। वे तुरंत कतार के अंत में जुड़ते हैं और उनका चेक-इन हो जाता है।',
  name: 'पूरा नाम',
  phone: 'फ़ोन',
  phoneHint: 'देश कोड के साथ, जैसे +919876543210। इसके आख़िरी अंकों से भी चेक-इन हो सकेगा।',
  doctor: 'डॉक्टर',
  chooseDoctor: 'डॉक्टर चुनें',
  offline: 'ऑफ़लाइन',
  urgency: 'कितना ज़रूरी',
  symptoms: 'लक्षण',
  add: 'कतार में जोड़ें',
  adding: 'जोड़ा जा रहा है...',
  addFailed: 'मरीज़ को जोड़ा नहीं जा सका',
  added: (name) => `${name} कतार में हैं।`,

  ticketTitle: 'पर्ची',
  ticketLead: 'बिना खाते के अपनी जगह देखने के लिए कोड स्कैन करें या पर्ची छापें।',
  ticketFailed: 'पर्ची नहीं बन सकी',
  ticketLoading: 'पर्ची बन रही है...',
  qrOfTicket: 'कतार में जगह दिखाने वाले पेज का QR कोड',
  print: 'छापें',
  placeAtPrint: (place) => `कतार में नंबर ${place}`,
  printedAt: (time) => `${time} पर छपी`,
  scanToFollow: 'अपनी जगह देखने के लिए स्कैन करें',
  calledByToken: 'आपका टोकन बुलाया जाता है, नाम कभी नहीं।',

  yourToken: 'आपका टोकन',
  iAmHere: 'मैं पहुँच गया/गई',
  checkingIn: 'चेक-इन हो रहा है...',
  youAreHere: (time) => `आपने ${time} पर चेक-इन किया।`,
  arriveHint: 'अस्पताल पहुँचने पर दबाएँ।',
  checkInFailed: 'चेक-इन नहीं हो सका',

  placeWith: (place, doctor) => `${doctor} की कतार में नंबर ${place}`,
  withDoctor: (doctor) => `आपकी बारी है: ${doctor} आपका इंतज़ार कर रहे हैं।`,
};

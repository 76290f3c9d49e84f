import type { CheckingIn } from '../en/checking-in.ts';

export const checkingIn: CheckingIn = {
  hereTitle: 'आप अस्पताल में हैं',
  hereChecking: 'आपका चेक-इन हो रहा है...',
  hereDone: 'आपका चेक-इन हो गया',
  hereOf: (name) => `${name} में आपका स्वागत है`,
  hereFailedTitle: 'चेक-इन नहीं हो सका',
  hereNobodyTitle: 'आज यहाँ आपकी कोई मुलाक़ात नहीं है',
  hereNobody: 'कतार में जगह माँगने के लिए डॉक्टर चुनें।',
  hereChoose: 'डॉक्टर देखें',
  hereQueue: 'मेरी बारी',
  hereNoCode: 'कृपया प्रवेश द्वार पर लगा कोड फिर से स्कैन करें।',
  herePending: 'आपके अनुरोध को काउंटर से मंज़ूरी मिलनी बाक़ी है।',
  hereRefused: (doctor) => `${doctor} के साथ आपके अपॉइंटमेंट का चेक-इन अभी नहीं हो सकता।`,

  askTitle: 'क्या आप अभी अस्पताल में हैं?',
  askFar: (kilometres, hospital) =>
    `आपका फ़ोन ${hospital} से लगभग ${kilometres} किमी दूर है। चेक-इन करने वाले को कभी भी बुलाया जा सकता है।`,
  askTime: (time) => `आपके आने का समय लगभग ${time} है। चेक-इन करने वाले को कभी भी बुलाया जा सकता है।`,
  askYes: 'हाँ, मैं यहीं हूँ',
  askNo: 'अभी नहीं',

  notHere: 'मैं अभी पहुँचा/पहुँची नहीं हूँ',
  notHereFailed: 'चेक-इन वापस नहीं लिया जा सका',
  takenBack: 'आपका चेक-इन वापस ले लिया गया',
  takenBackBooked: (time) => `आप कतार से हट गए। ${time} का आपका अपॉइंटमेंट बना हुआ है।`,
  notHereQuestion: 'चेक-इन वापस लें?',
  notHereBooked: (time) =>
    `आप कतार से हट जाएँगे। ${time} का आपका अपॉइंटमेंट बना रहेगा, और पहुँचने पर आप फिर चेक-इन कर सकते हैं।`,
  notHereConfirm: 'वापस लें',
  notHereStay: 'कतार में रहें',

  yourTime: (time) => `आपका समय ${time} है।`,
  onTime: 'काम समय पर चल रहा है।',
  behind: (minutes) => `काम लगभग ${minutes} मिनट देर से चल रहा है।`,
  cameLate: (time, due) => `आपका समय ${time} था। देर से आने के कारण अब आपकी बारी लगभग ${due} पर है।`,
  rule: 'आपको अपने समय पर या उसके ठीक बाद बुलाया जाता है: बिना अपॉइंटमेंट वालों से पहले, ज़रूरी मामलों और पहले के समय वालों के बाद।',

  leaveQuestionBooked: (time) => `क्या आप ${time} का अपना अपॉइंटमेंट भी छोड़ना चाहते हैं?`,
  leaveKeeps: 'रखने पर आप लौटकर फिर चेक-इन कर सकते हैं। छोड़ने पर यह समय किसी और को मिल सकता है।',
  leaveKeep: 'कतार छोड़ें, अपॉइंटमेंट रखें',
  leaveGiveUp: 'दोनों छोड़ दें',
  leaveStay: 'रुकें',
};

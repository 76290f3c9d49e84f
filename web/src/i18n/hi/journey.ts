import type { Journey } from '../en/journey.ts';

export const journey: Journey = {
  title: 'आपकी विज़िट',
  titleOf: (name) => `${name} की विज़िट`,
  token: (token) => `टोकन ${token} हर पड़ाव पर वही रहता है।`,
  loading: 'आपकी विज़िट के पड़ाव खुल रहे हैं...',
  failed: 'आपकी विज़िट के पड़ाव नहीं मिले',
  now: {
    waitAt: (room) => `टोकन बुलाए जाने तक ${room} पर इंतज़ार करें।`,
    wait: 'टोकन बुलाए जाने तक इंतज़ार करें।',
    goTo: (room) => `अभी ${room} जाएँ।`,
    go: 'अब आपकी बारी है।',
  },
  left: {
    minutes: (minutes) => `${minutes} मिनट`,
    hours: (hours, isOne) => (isOne ? '1 घंटा' : `${hours} घंटे`),
    to: (from, to) => `${from} से ${to}`,
    about: (range) => `आपका काम पूरा होने तक लगभग ${range}।`,
    atMost: (to) => `आपका काम पूरा होने तक ज़्यादा से ज़्यादा ${to}।`,
  },
  stops: {
    done: (time) => `${time} पर पूरा हुआ`,
    ended: (time) => `${time} पर ख़त्म हुआ`,
    inside: 'आप अभी यहाँ हैं',
    waiting: (place) => `आप यहाँ इंतज़ार में हैं, स्थान ${place}`,
    asked: 'जगह माँगी गई',
    toCome: 'इसके बाद',
    back: 'आप यहाँ लौटेंगे',
  },
  past: 'हो चुका',
  present: 'अभी',
  planned: 'बाद में',
};

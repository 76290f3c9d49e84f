import type { Rooms } from '../en/rooms.ts';

export const rooms = {
  room: 'कमरा',
  roomOf: (doctor) => `${doctor} का कमरा`,
  noRoom: 'कमरा बताएँ',
  roomLead: 'बुलाए गए मरीज़ इसे पढ़ते हैं और स्क्रीन इसे बोलती है: “कृपया कमरा 4 में जाएँ।”',
  roomHint: 'जैसे कमरा 4। न हो तो ख़ाली छोड़ दें।',
  roomSave: 'सहेजें',
  roomSaving: 'सहेजा जा रहा है...',
  roomFailed: 'कमरा सहेजा नहीं जा सका',
} satisfies Rooms;

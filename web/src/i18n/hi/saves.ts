import type { Saves } from '../en/saves.ts';

export const saves = {
  title: 'आपके खोले रहते यह कहीं और सहेजा गया',
  takenOver: (fields) => `आपके फ़ॉर्म में ले लिया गया: ${fields}।`,
  changedByBoth: 'ये दोनों जगह बदले गए। चुनें कि कौन-सा रहे:',
  mine: 'आपका लिखा',
  theirs: 'कहीं और सहेजा गया',
  nothing: 'कुछ नहीं',
  decidedElsewhere: 'इस बीच किसी और ने इसे बदल दिया। आपकी ओर से कुछ नहीं हुआ।',
  saveAgain: 'आपका लिखा अभी सहेजा नहीं गया है। एक बार देख लें, फिर सहेजें।',
} satisfies Saves;

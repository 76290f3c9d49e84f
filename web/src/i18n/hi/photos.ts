import type { Photos } from '../en/photos.ts';

export const photos = {
  add: 'फ़ोटो जोड़ें',
  change: 'फ़ोटो बदलें',
  remove: 'फ़ोटो हटाएँ',
  choose: 'फ़ोटो',
  hint: 'मरीज़ और सहकर्मी इसे नाम के पास देखते हैं। तस्वीर का बीच का हिस्सा लिया जाता है।',
  sending: 'भेजी जा रही है…',
  changed: 'फ़ोटो अब दिख रही है',
  removed: 'फ़ोटो हटा दी गई',
  unreadable: 'यह फ़ाइल तस्वीर के रूप में नहीं पढ़ी जा सकी। JPEG या PNG जैसी कोई फ़ोटो चुनें।',
  failed: 'फ़ोटो नहीं बदली जा सकी',
} satisfies Photos;

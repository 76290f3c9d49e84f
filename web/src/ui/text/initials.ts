/** Titles of doctors and others, such as "Dr.", in the spellings of all supported languages. */
const titles = new Set(
  'dr dr. dra dra. mr mr. mrs mrs. ms ms. sr sr. sra sra. डॉ डॉ. श्री श्रीमती ডাঃ ডা ডা. ড. ডক্টর ડૉ ડૉ. ડો ડો. డా డా. డాక్టర్ டாக்டர் டாக்டர். د د. دكتور ڈاکٹر'.split(
    ' ',
  ),
);
let letters: Intl.Segmenter | undefined;

/**
 * Returns the first letters of the first and the last name, without titles. Letters keep their
 * combining marks.
 */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word && !titles.has(word.toLowerCase()));
  const [first] = words;
  if (!first) return '?';
  const last = words.length > 1 ? words.at(-1) : undefined;
  return firstLetter(first) + (last ? firstLetter(last) : '');
}

function firstLetter(word: string): string {
  // Creating an Intl.Segmenter takes a phone 100 ms. A name that begins with two Latin letters
  // needs none, because no combining mark follows the first letter.
  if (/^[a-z]{2}/iu.test(word)) return word.slice(0, 1);
  letters ??= new Intl.Segmenter('und', { granularity: 'grapheme' });
  for (const { segment } of letters.segment(word)) return segment;
  return '';
}

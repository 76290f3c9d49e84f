/**
 * Splits answers and summaries into words, and lists the words without meaning [ASSESS-5]. The
 * rules cover English, Hindi, and Hindi in Latin letters.
 */
import { withPlainDigits } from '@baari/contract/text/digits.ts';

/**
 * Characters joined inside a word, as in "don't". Signs next to a digit belong to the number: .5, 2·5, 10-20, 120/80.
 */
const word =
  /(?:(?<![\p{L}\p{M}\p{N}])[.,:/·•'"]{1,5}(?=\p{N}))?[\p{L}\p{M}\p{N}]+(?:(?:['./]|(?<=\p{N})[^\s\p{L}\p{M}\p{N}]{1,3}(?=\p{N}))[\p{L}\p{M}\p{N}]+)*|[^\s\p{L}\p{M}\p{N}]/gu;
/** Punctuation between words. Any other sign counts as a word. */
const softPunctuation = /^[.,;:!"'“”()\-/…।&·•|]$/u;
/** The signs that begin an item of a list. */
const bullets = /[·•]/u;

/** One word, or a sign with a meaning, such as `?` and `%`. */
export interface Token {
  readonly text: string;
  /**
   * The punctuation before the word. Each kind of punctuation is written as one character: `.`,
   * `;`, `,`, `:`, `-`, `"` or a bracket.
   */
  readonly gap: string;
}

/** Normalises a text: lower case, composed, digits as 0 to 9. */
export function plainText(text: string): string {
  return withPlainDigits(withPlainApostrophes(text).normalize('NFKC'))
    .toLowerCase()
    .replaceAll(/\u200c|\u200d|\u2060|\u00ad/gu, '')
    .replaceAll(/[−‐‒–—―]/gu, '-');
}

/**
 * Replaces all kinds of apostrophes by the plain one. It must run before Unicode normalisation,
 * which decomposes one kind of apostrophe.
 */
export function withPlainApostrophes(text: string): string {
  return text.replaceAll(/[’‘ʼ´`′]/gu, "'");
}

/**
 * Splits a text into words. A sign that is neither part of a word nor plain punctuation counts as a
 * word.
 */
export function tokensOf(text: string): Token[] {
  const plain = plainText(text);
  const tokens: Token[] = [];
  let gap = '';
  let end = 0;
  for (const found of plain.matchAll(word)) {
    const [part] = found;
    if (gap === '' && plain.slice(end, found.index).includes('\n')) gap = '\n';
    end = found.index + part.length;
    if (softPunctuation.test(part) && !isMinus(plain, found.index)) {
      if (!bullets.test(part)) gap += kindOf(part);
      continue;
    }
    tokens.push({ text: part, gap: gapOf(gap) });
    gap = '';
  }
  return tokens;
}

function kindOf(part: string): string {
  if ('।|…!'.includes(part)) return '.';
  return `'“”`.includes(part) ? '"' : part;
}

/**
 * Normalises the punctuation between two words. A line break counts as a full stop, and several
 * full stops count as one.
 */
function gapOf(gap: string): string {
  const [first = ''] = gap;
  if (gap === '\n') return ';';
  const rest = gap.replaceAll('\n', '');
  return /^\.+$/u.test(rest) ? first : rest;
}

/** Whether a sentence ends before this word. */
export function isStop({ gap }: Pick<Token, 'gap'>): boolean {
  return /[.;]/u.test(gap);
}

/**
 * Whether this hyphen is a minus sign, as in "-5", "-ve" and "Covid -". A dash between two words is
 * not a minus sign.
 */
function isMinus(text: string, at: number): boolean {
  if (text[at] !== '-') return false;
  const before = text[at - 1] ?? ' ';
  const after = text.slice(at + 1, at + 4).trimEnd();
  if (!/[\s(]/u.test(before)) return false;
  return after === '' || /^(?:\d|ve|[.,;)!?।])/u.test(after);
}

/** Whether the list contains the word or its singular: "days" matches "day". */
function isIn(list: ReadonlySet<string>, text: string): boolean {
  return list.has(text) || (/^[a-z]{2,}[^s']s$/u.test(text) && list.has(text.slice(0, -1)));
}

/** Splits words typed without a space: "fever.no" contains a negation. */
function partsOfWord(text: string): readonly string[] {
  return [text, ...text.split(/[^\p{L}\p{M}\p{N}']+/u)];
}

function set(words: string): ReadonlySet<string> {
  const all = words.split(/\s+/u).filter((one) => one !== '');
  return new Set(all.map(plainText));
}

/** Words without meaning, which may be left out at the start of a quoted piece. */
export const lightWords = set(`
  a an the this that these those i my me we our am is are be being been have has it its
  also feel feeling feels
  है हैं हूँ हूं हो मैं मुझे मेरा मेरी मेरे हमें यह वह ये वो भी तो ही रहा रही रहे
  hai hain mujhe mera meri mere main ho raha rahi rahe bhi`);

/**
 * Words without meaning that may be left out at the end of a quoted piece. The English words "a",
 * "I" and "am" are not in this list, because at the end they are a type, a number or a time of day.
 */
export const endingWords = set(`
  है हैं हूँ हूं हो भी तो ही रहा रही रहे hai hain ho raha rahi rahe bhi`);

/**
 * Words that link what follows to what came before. They are never allowed between two statements
 * that a patient made separately.
 */
export const relatingWords = set('of to in on at for with का की के को से में पर');

/**
 * Words that may join quoted pieces. Every other word of a summary must come from the patient's
 * answers.
 */
export const joiningWords: ReadonlySet<string> = new Set([
  ...lightWords,
  ...relatingWords,
  ...set(`
  and
  patient who which says said reports reported describes described mentions mentioned states
  stated tells told gives answers answered adds own words
  और तथा ने मरीज़ मरीज बताया बताते बताती कहा कहते कहती लिखा जवाब शब्दों अपने`),
]);

/** Words that negate the words next to them, or that say that a complaint has ended. */
const negations = set(`
  no non not never none nothing nobody nowhere neither nor without w/o cannot canot cannt nil denies denied deny denying
  negative neg absent absence lack lacking free gone lost nope nah n/a
  stopped stop stopping quit off refuse refused avoid avoiding except instead
  cant dont doesnt didnt dint isnt wasnt werent havent hasnt hadnt wont wouldnt couldnt shouldnt mustnt neednt arent aint
  donot doesnot didnot - ❌ ✗ ✘ ✖ 🚫 ⛔ 👎
  नहीं नही नहि नहीँ नाही न ना बिना बिन बगैर बग़ैर मत बंद मना छोड़ छोड़ी छोड़ा छोड़ दिया खत्म ख़त्म
  nahi nahin nai nahee nahii naheen nhi nhin nhii nahi na mat bina bin bagair band bandh mana chhod chod khatam`);

/** The word allergy in any spelling. */
const allergic = /^(?:all?[ei]r[gj]|ele?rg|elar[gj]|anaphyla|एलर्ज|ऐलर्ज|अलर्ज|एलेर्ज)/u;

/** Words that state a condition, another person or another time. */
const qualifying = set(`
  except unless until hardly rarely barely almost only if maybe may might could perhaps possibly think unsure
  or either than but like used former formerly previous previously past history ex h/o earlier ago was were had once before after last next
  father mother dad mom brother sister son daughter husband wife uncle aunt grandfather grandmother family
  parents friend doctor relative
  left right both upper lower front back one-sided
  one two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred half
  first second third once twice thrice daily weekly monthly hourly every morning evening night noon
  today yesterday tomorrow week month year day hour minute since for
  ? % + = < > ~ ±
  लेकिन मगर पर परंतु अगर यदि शायद सिवाय केवल सिर्फ था थी थे पहले बाद कल आज
  पिता माँ मां माता भाई बहन बेटा बेटी पति पत्नी चाचा दादा दादी परिवार डॉक्टर
  बाएँ बाएं बायाँ बायां बाईं दाएँ दाएं दायाँ दायां दाईं दोनों
  एक दो तीन चार पाँच पांच छह छः सात आठ नौ दस आधा रोज़ रोज सुबह शाम रात दिन हफ़्ते हफ्ते महीने साल घंटे
  lekin agar shayad sirf tha thi pehle baad kal aaj pita maa bhai behen pati patni
  baye dayen dono ek do teen char paanch roz subah shaam raat din hafte mahine saal`);

/**
 * Words that are hard to avoid in Spanish, Marathi or another supported language in Latin letters:
 * negations, "is", "have" and "my". None is an English or Hindi word used about an illness.
 */
const ofOtherLanguages = set(`
  el los las una unos unas del que con sin por para muy pero y nunca jamás jamas tampoco nada nadie
  ningún ningun ninguno ninguna niega niego tengo tiene tienen tuve estoy está esta es hace desde duele duelen dolor
  नाही नाहीत नाहीये नव्हता नव्हती नव्हते नव्हतं नको नसतो नसते नसतं नसून आहे आहेत आहेस मला माझा माझी माझे माझं माझ्या
  आणि होतो होतं होत्या किंवा खूप झाले झाला झाली पासून विना शिवाय
  nahiye navta navhta navhti nako ahe aahe ahet aahet majha majhi majhya
  nei noy illai illa illamal enakku irukku ledu ledhu naaku undi unnadi nathi nthi laysa`);

/**
 * Whether a word belongs to a language other than English and Hindi. The rules for negation do not
 * apply to such a language.
 */
export function isOfOtherLanguage(text: string): boolean {
  return ofOtherLanguages.has(text);
}

const sides = set(
  `left right both बाएँ बाएं बायाँ बायां बाईं दाएँ दाएं दायाँ दायां दाईं दोनों baye dayen dono`,
);

/** Words that link what follows them to what came before. */
const linking = set(`
  in on at after before since for from during when while with without especially mostly only until because
  which that if also then than as by to of like due के का की से में जब तब`);

/** Conjunctions between two separate items. */
export const conjunctions = set('and और तथा aur');

/** Abbreviations whose full stop does not end a sentence. */
const shortened = set(
  'tab tabs cap caps inj syp syr susp oint sr dr mr mrs ms st approx vs eg ie e.g i.e etc no',
);

export function isNegation(text: string): boolean {
  return partsOfWord(text).some((part) => isIn(negations, part) || /(?:n't|'nt)$/u.test(part));
}

export function isAllergy(text: string): boolean {
  return partsOfWord(text).some((part) => allergic.test(part));
}

export function isNumber(text: string): boolean {
  return /\p{N}/u.test(text);
}

export function isSide(text: string): boolean {
  return sides.has(text);
}

/**
 * Whether a word changes the meaning of its neighbours: a negation, a number, a date, a doubt, an
 * allergy, or a reference to another person.
 */
export function isDelicate(text: string): boolean {
  return (
    isNegation(text) ||
    isNumber(text) ||
    isAllergy(text) ||
    partsOfWord(text).some((part) => isIn(qualifying, part))
  );
}

/**
 * Splits a text into the smallest pieces that are understood alone, in order. A piece is normally one
 * sentence. A sentence is split at commas and "and" only if it has no negation, number, date, doubt
 * or body side, and both parts are independent.
 */
export function piecesOf(text: string): Token[][] {
  const sentences: Token[][] = [];
  // A negation before a list applies to all its items, for example "I do not have" with one item
  // per line.
  let isList = false;
  for (const token of tokensOf(text)) {
    const last = sentences.at(-1);
    const end = last?.at(-1)?.text ?? '';
    isList = isHeld(token) || (isList && !token.gap.includes('.'));
    // A question mark ends a piece, as the end of a sentence does. The full stop of an abbreviation
    // does not end a sentence.
    const begins = last === undefined || (isStop(token) && !shortened.has(end)) || end === '?';
    if (begins && !isList && token.text !== '?') sentences.push([token]);
    else last?.push(token);
  }

  function isHeld({ gap }: Token): boolean {
    const last = sentences.at(-1) ?? [];
    if (gap.includes('.') || !last.some((one) => isNegation(one.text))) return false;
    const end = last.at(-1)?.text ?? '';
    return gap.includes(':') || (gap.includes(';') && (isNegation(end) || joiningWords.has(end)));
  }

  return sentences.flatMap((sentence) =>
    sentence.some((token) => isDelicate(token.text)) ? [sentence] : partsOf(sentence),
  );
}

function partsOf(sentence: readonly Token[]): Token[][] {
  const parts: Token[][] = [];
  for (const [index, token] of sentence.entries()) {
    const last = parts.at(-1);
    const isJoin = conjunctions.has(token.text);
    const first = (isJoin ? sentence[index + 1] : token)?.text ?? '';
    const begins = (token.gap === ',' || isJoin) && !linking.has(first);
    if (last === undefined || begins) parts.push([token]);
    else last.push(token);
  }
  const merged: Token[][] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (last !== undefined && (said(part) < 2 || said(last) < 2)) last.push(...part);
    else merged.push(part);
  }
  return merged.map((part) => (conjunctions.has(part[0]?.text ?? '') ? part.slice(1) : part));
}

/** The number of words with a meaning in this part of a sentence. */
function said(part: readonly Token[]): number {
  return part.filter(({ text }) => !joiningWords.has(text)).length;
}

/**
 * Whether what a language model wrote may be shown [ASSESS-5]. It may choose, order and join what was
 * answered, and nothing else: each sentence is made of whole pieces of the answers it names, each after the
 * name of its question, and of small words that say nothing. So no number, date, medicine, allergy, side or
 * negation can be in it that is not in those answers. What does not fit is refused; nothing is mended.
 */
import type { SummarySentence } from '@baari/contract/visit/summary.ts';
import {
  conjunctions,
  endingWords,
  isAllergy,
  isDelicate,
  isNegation,
  isNumber,
  isSide,
  isStop,
  joiningWords,
  lightWords,
  piecesOf,
  plainText,
  relatingWords,
  type Token,
  tokensOf,
} from './words.rules.ts';

/** One answer as it was sent. */
export interface SourceFact {
  readonly id: string;
  /** What it answers, in a word or two. */
  readonly label: string;
  readonly said: string;
  /** `words`: the patient's own, of which pieces may be left out; `whole`: said whole and after its label. */
  readonly kind: 'words' | 'whole';
  /** What says the same, without the label. */
  readonly alternatives: readonly string[];
  /** What must be in a summary: signs that cannot wait, what stays true, as allergies, and of the patient's own words a part. */
  readonly required: 'sign' | 'background' | 'words' | null;
}

/** Why a summary is not shown. */
export type RefusedFor =
  | 'empty'
  | 'too_long'
  | 'markup'
  | 'unknown_answer'
  | 'incomplete'
  | 'number'
  | 'negation'
  | 'side'
  | 'words'
  | 'judgement'
  | 'instruction'
  | 'sign_missing'
  | 'background_missing'
  | 'words_missing'
  | 'negation_missing'
  | 'allergy_missing'
  | 'too_complex';

const mostSentences = 12;
const sentenceMaxLength = 1200;
const summaryMaxLength = 3000;
/** Steps of one sentence's reading, and pieces held against it: beyond them it is refused unread. */
const mostSteps = 5000;
const mostTries = 50_000;

/** undefined: it may be shown. */
export function refusalOf(
  facts: readonly SourceFact[],
  sentences: readonly SummarySentence[],
): RefusedFor | undefined {
  if (sentences.length === 0) return 'empty';
  const length = sentences.reduce((sum, { text }) => sum + text.length, 0);
  const isLong = sentences.some(({ text }) => text.length > sentenceMaxLength);
  if (isLong || sentences.length > mostSentences || length > summaryMaxLength) return 'too_long';
  const all = facts.map(readFact);
  const quoted = new Map<ReadFact, Set<number>>();
  for (const { text, from } of sentences) {
    if (hasMarkup(text)) return 'markup';
    if (otherNumbers.test(text)) return 'number';
    const named = all.filter(({ fact }) => from.includes(fact.id));
    if (named.length === 0 || named.length < new Set(from).size) return 'unknown_answer';
    const reading = readSentence(tokensOf(text), named);
    if ('refused' in reading) return reading.refused;
    for (const { fact, piece } of reading.quotes) {
      const before = quoted.get(fact) ?? new Set();
      // Said twice it is more than was said.
      if (before.has(piece)) return 'words';
      quoted.set(fact, before.add(piece));
    }
    const unsafe = unsafeWords(text, named);
    if (unsafe !== undefined) return unsafe;
  }
  return omissionOf(all, quoted);
}

function omissionOf(
  all: readonly ReadFact[],
  quoted: ReadonlyMap<ReadFact, ReadonlySet<number>>,
): RefusedFor | undefined {
  for (const fact of all) {
    const pieces = quoted.get(fact);
    if (fact.fact.required !== null && pieces === undefined) {
      return `${fact.fact.required}_missing`;
    }
    // Whoever repeats one part of an answer repeats what it denies, and what is borne badly.
    if (pieces === undefined) continue;
    const left = fact.pieces.filter((_, index) => !pieces.has(index));
    const isLeft = (is: (word: string) => boolean): boolean =>
      left.some(({ forms }) => forms.some(({ words }) => words.some(({ text }) => is(text))));
    if (isLeft(isNegation)) return 'negation_missing';
    if (isLeft(isAllergy)) return 'allergy_missing';
  }
  return undefined;
}

/** A way to say something, in words. */
interface Form {
  readonly words: readonly Token[];
  readonly isDelicate: boolean;
}

interface Piece {
  readonly forms: readonly Form[];
  /** Without its label. */
  readonly bare: readonly Form[];
}

interface ReadFact {
  readonly fact: SourceFact;
  readonly label: readonly string[];
  readonly pieces: readonly Piece[];
}

function readFact(fact: SourceFact): ReadFact {
  const label = tokensOf(fact.label).map((token) => token.text);
  if (fact.kind === 'whole') {
    const bare = fact.alternatives.map(tokensOf).map(formOf);
    return { fact, label, pieces: [{ forms: [formOf(tokensOf(fact.said))], bare }] };
  }
  const pieces = unique(piecesOf(fact.said).map(trimmed)).map((words) => {
    const form = formOf(words);
    return { forms: [form], bare: [form] };
  });
  return { fact, label, pieces };
}

function formOf(words: readonly Token[]): Form {
  return { words, isDelicate: words.some(({ text }) => isDelicate(text)) };
}

/** Without the light words around it, unless it has no others. */
function trimmed(words: readonly Token[]): Token[] {
  const first = words.findIndex(({ text }) => !lightWords.has(text));
  if (first < 0) return [...words];
  const isOfKind = isKind(words[first - 1]) && isDelicate(words[first]?.text ?? '');
  const from = isOfKind ? first - 1 : first;
  return words.slice(from, words.findLastIndex(({ text }) => !endingWords.has(text)) + 1);
}

/** As in "A positive": before a word that denies or counts it may be more than a small word. */
function isKind(word: Token | undefined): boolean {
  return word !== undefined && /^[ai]$/u.test(word.text);
}

function unique(pieces: readonly Token[][]): Token[][] {
  return [
    ...new Map(pieces.map((piece) => [piece.map(({ text }) => text).join(' '), piece])).values(),
  ];
}

interface Quote {
  readonly fact: ReadFact;
  readonly piece: number;
}

/** Where a reading stands. */
interface Place {
  readonly at: number;
  /** Behind whose label. */
  readonly bound: ReadFact | undefined;
  /** The label was read, and nothing of its answer yet. */
  readonly isAwaited: boolean;
  /** What was quoted last: does it change what follows, and has it ended since? */
  readonly before: { readonly isDelicate: boolean; readonly hasEnded: boolean } | undefined;
  /** The word before. */
  readonly last: 'quote' | 'small' | 'ending';
  /** A word came that links what follows to what was quoted. */
  readonly isRelated: boolean;
}

/** Takes a sentence apart; refused where there is no way to, for the word that none gets beyond. */
function readSentence(
  words: readonly Token[],
  named: readonly ReadFact[],
): { quotes: Quote[] } | { refused: RefusedFor } {
  let steps = 0;
  let tries = 0;
  let furthest = 0;
  const isGone = new Set<string>();

  function read(place: Place, quotes: readonly Quote[]): Quote[] | undefined {
    const { at, bound, isAwaited, before, last, isRelated } = place;
    furthest = Math.max(furthest, at);
    if (at === words.length) {
      const isWhole =
        !isAwaited &&
        last !== 'small' &&
        named.every((fact) => quotes.some((quote) => quote.fact === fact));
      return isWhole ? [...quotes] : undefined;
    }
    const key = [
      at,
      bound?.fact.id,
      isAwaited,
      before?.isDelicate,
      before?.hasEnded,
      last,
      isRelated,
      ...quotes.map(({ fact, piece }) => `${fact.fact.id}.${piece}`),
    ].join(' ');
    steps += 1;
    if (isTooMuch() || isGone.has(key)) return undefined;
    for (const [next, more] of stepsFrom(place)) {
      const isTwice =
        more !== undefined &&
        quotes.some(({ fact, piece }) => fact === more.fact && piece === more.piece);
      if (isTwice) continue;
      const found = read(next, more === undefined ? quotes : [...quotes, more]);
      if (found !== undefined) return found;
    }
    isGone.add(key);
    return undefined;
  }

  function* stepsFrom(place: Place): Generator<[Place, Quote?]> {
    const { at, bound, isAwaited, isRelated } = place;
    const [here] = words.slice(at, at + 1);
    if (here === undefined) return;
    const before = place.before && {
      ...place.before,
      hasEnded: place.before.hasEnded || isStop(here),
    };
    for (const fact of named) {
      for (const [piece, { forms, bare }] of fact.pieces.entries()) {
        for (const { words: said, isDelicate: changes } of formsAt(fact, { forms, bare }, place)) {
          const after = endOf(said, at);
          // "No fever. Cough." is another thing than "No fever, cough."
          const isApart =
            before === undefined || before.hasEnded || !(changes || before.isDelicate);
          if (after === undefined || !isApart || isRelated) continue;
          // "Negative" is no "A negative".
          const isSmallBefore = place.last === 'small' && isKind(words[at - 1]);
          if (isSmallBefore && isDelicate(here.text)) continue;
          const isDoubt = said.at(-1)?.text === '?';
          yield [
            {
              at: after,
              bound: fact.fact.kind === 'whole' ? fact : bound,
              isAwaited: false,
              before: { isDelicate: changes, hasEnded: isDoubt },
              last: 'quote',
              isRelated: false,
            },
            { fact, piece },
          ];
        }
      }
    }
    const mayBegin =
      !isAwaited &&
      (before === undefined || before.hasEnded || (!before.isDelicate && here.gap !== ''));
    if (mayBegin) {
      for (const fact of named) {
        const isHere = fact.label.every((one, index) => words[at + index]?.text === one);
        if (isHere && fact.label.length > 0) {
          yield [
            {
              at: at + fact.label.length,
              bound: fact,
              isAwaited: true,
              before,
              last: 'small',
              isRelated: false,
            },
          ];
        }
      }
    }
    if (!joiningWords.has(here.text)) return;
    const isEnding = endingWords.has(here.text) && place.last !== 'small';
    // What follows at once belongs to what was quoted: "at 8 am", "hepatitis A".
    if (place.last === 'quote' && here.gap === '' && !isEnding && !conjunctions.has(here.text))
      return;
    yield [
      {
        at: at + 1,
        bound,
        isAwaited,
        before,
        last: isEnding ? 'ending' : 'small',
        isRelated:
          isRelated || (before !== undefined && !isAwaited && relatingWords.has(here.text)),
      },
    ];
  }

  /**
   * Behind a label nothing stands but what answers it, or what says it by itself, as "no allergies":
   * "Allergies: none, eggs" is no list of both.
   */
  function formsAt(fact: ReadFact, { forms, bare }: Piece, place: Place): Piece['forms'] {
    const { bound, isAwaited } = place;
    if (fact === bound) return [...forms, ...bare];
    if (bound === undefined) return bare;
    return !isAwaited && fact.fact.kind === 'whole' ? bare : [];
  }

  /** Where a piece that begins here ends; what stands between its words stays: "No. Fever" is another thing. */
  function endOf(form: readonly Token[], from: number): number | undefined {
    tries += 1;
    if (form.length === 0 || isTooMuch()) return undefined;
    for (const [index, one] of form.entries()) {
      const word = words[from + index];
      if (word?.text !== one.text || (index > 0 && word.gap !== one.gap)) {
        furthest = Math.max(furthest, from + index);
        return undefined;
      }
    }
    return from + form.length;
  }

  function isTooMuch(): boolean {
    return steps > mostSteps || tries > mostTries;
  }

  const start: Place = {
    at: 0,
    bound: undefined,
    isAwaited: false,
    before: undefined,
    last: 'small',
    isRelated: false,
  };
  const quotes = read(start, []);
  if (quotes !== undefined) return { quotes };
  if (isTooMuch()) return { refused: 'too_complex' };
  return { refused: kindOf(words[furthest]?.text) };
}

function kindOf(text: string | undefined): RefusedFor {
  if (text === undefined) return 'incomplete';
  if (isNumber(text)) return 'number';
  if (isNegation(text)) return 'negation';
  return isSide(text) ? 'side' : 'words';
}

const markup = /<\s*[a-z/!?]|```|\]\s*\(|[a-z]:\/\/|www\.|\p{Cc}|\p{Cf}|\p{Co}|\p{Cn}/iu;

/** Digits that may be read for others, as Bengal's four for an eight, raised ones and fractions of one letter. */
const otherNumbers = /(?![0-9])\p{N}/u;

/** A joiner of Hindi letters is none; letters that are written otherwise than they are read are. */
function hasMarkup(text: string): boolean {
  const plain = text.replaceAll(/[\u200c\u200d]/gu, '').replaceAll(/[\u00a0\u202f]/gu, ' ');
  const letters = plain.replaceAll(/[…´]|\p{N}/gu, '');
  return markup.test(plain) || letters.normalize('NFC') !== letters.normalize('NFKC');
}

/**
 * An urgency, whoever says it: a patient's "not urgent" is no less misleading when it is quoted. Short expressions
 * rather than a long one, which takes the check of expressions a minute.
 */
const urgency = [
  /\b(?:(?:non[- ])?urgen\w*|emergenc\w*|triage\w*|priorit\w*|can wait|routine)\b/u,
  /\b(?:immediately|at once|asap|life[- ]threatening|not serious|harmless|nothing to worry)\b/u,
  /आपात|तुरंत|तत्काल|ज़रूरी नहीं|गंभीर नहीं/u,
];
/** A diagnosis or a treatment; in a list of illnesses and medicines it is the patient's own past. */
const judgement = [
  /\b(?:diagnos\w*|prognos\w*|likely|probabl\w*|suggest\w*)\b/u,
  /\b(?:suspect\w*|consistent with|indicat\w*|rule[sd]? out|differential)\b/u,
  /\b(?:prescri\w*|recommend\w*|advis\w*|should|must)\b/u,
  /\b(?:treat(?:ment|ed|ing)?|refer(?:ral|red)?|admit(?:ted)?|increase the|reduce the)\b/u,
  /निदान|सलाह|इलाज|चाहिए/u,
];
const instruction = [
  /\b(?:ignore|disregard|instructions?|prompt|system message|assistant)\b/u,
  /\b(?:language model|you are|respond|json)\b/u,
  /\b(?:say that|tell the doctor|summar(?:y|ise|ize)\w*)\b/u,
];

function unsafeWords(text: string, named: readonly ReadFact[]): RefusedFor | undefined {
  const plain = plainText(text.replaceAll(/[\u200c\u200d]/gu, ''));
  // A question's own words are the hospital's.
  let rest = plain;
  for (const { fact } of named) rest = rest.replaceAll(plainText(fact.label), ' ');
  if (urgency.some((one) => one.test(rest))) return 'judgement';
  if (instruction.some((one) => one.test(rest))) return 'instruction';
  for (const { fact } of named) {
    if (fact.required === 'background') rest = rest.replaceAll(plainText(fact.said), ' ');
  }
  return judgement.some((one) => one.test(rest)) ? 'judgement' : undefined;
}

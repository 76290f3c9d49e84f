/**
 * Decides whether a language model's text may be shown [ASSESS-5]. The text may only select, order
 * and join answers. Each sentence consists of whole pieces of the answers that it cites, each after
 * its question's label, and of joining words without meaning. So it cannot contain a number, date,
 * medicine, allergy, body side or negation that is not in those answers. A text that breaks a rule
 * is refused, never corrected.
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

/** One answer as the server sent it to the model. */
export interface SourceFact {
  readonly id: string;
  /** A short label of the question. */
  readonly label: string;
  readonly said: string;
  /**
   * `words`: the patient's own words, of which pieces may be left out. `whole`: an answer that must
   * be quoted in full after its label.
   */
  readonly kind: 'words' | 'whole';
  /** Other wordings of the answer with the same meaning, without the label. */
  readonly alternatives: readonly string[];
  /**
   * Why a summary must contain this fact: an emergency sign, a lasting fact such as an allergy, or
   * the patient's own words. null if it may be left out.
   */
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
/** Limits for parsing one sentence: a sentence that needs more steps or comparisons is refused. */
const mostSteps = 5000;
const mostTries = 50_000;

/** Why a model's text may not be shown; undefined if the text may be shown. */
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
      // The same words quoted twice would add emphasis, so a repetition is refused.
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
    // A summary that quotes part of an answer must also quote its negations and allergies.
    if (pieces === undefined) continue;
    const left = fact.pieces.filter((_, index) => !pieces.has(index));
    const isLeft = (is: (word: string) => boolean): boolean =>
      left.some(({ forms }) => forms.some(({ words }) => words.some(({ text }) => is(text))));
    if (isLeft(isNegation)) return 'negation_missing';
    if (isLeft(isAllergy)) return 'allergy_missing';
  }
  return undefined;
}

/** One wording of a fact, split into words. */
interface Form {
  readonly words: readonly Token[];
  readonly isDelicate: boolean;
}

interface Piece {
  readonly forms: readonly Form[];
  /** The wordings of the piece without the label of its question. */
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

/** Removes words without meaning from both ends, unless nothing would remain. */
function trimmed(words: readonly Token[]): Token[] {
  const first = words.findIndex(({ text }) => !lightWords.has(text));
  if (first < 0) return [...words];
  const isOfKind = isKind(words[first - 1]) && isDelicate(words[first]?.text ?? '');
  const from = isOfKind ? first - 1 : first;
  return words.slice(from, words.findLastIndex(({ text }) => !endingWords.has(text)) + 1);
}

/**
 * Whether the word is a letter that may name a type, such as the A in "influenza A positive".
 * Articles are dropped before texts are compared, but this A is kept.
 */
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

/** The state of the parser while it reads a sentence. */
interface Place {
  readonly at: number;
  /** The fact whose label was read last. */
  readonly bound: ReadFact | undefined;
  /** Whether the parser has read a label but not yet the start of its answer. */
  readonly isAwaited: boolean;
  /**
   * The last quoted piece: whether it changes the meaning of its neighbours, and whether its
   * sentence has ended.
   */
  readonly before: { readonly isDelicate: boolean; readonly hasEnded: boolean } | undefined;
  /** What the parser read last: a quoted piece, a small word, or the ending of a sentence. */
  readonly last: 'quote' | 'small' | 'ending';
  /** Whether a linking word such as "of" followed the last quoted piece. */
  readonly isRelated: boolean;
}

/**
 * Parses a sentence by backtracking. If no parse succeeds, refuses the sentence for the furthest
 * word that no parse gets past.
 */
function readSentence(
  words: readonly Token[],
  named: readonly ReadFact[],
): { quotes: Quote[] } | { refused: RefusedFor } {
  const search: Search = { words, named, steps: 0, tries: 0, furthest: 0, isGone: new Set() };
  const start: Place = {
    at: 0,
    bound: undefined,
    isAwaited: false,
    before: undefined,
    last: 'small',
    isRelated: false,
  };
  const quotes = readFrom(search, start, []);
  if (quotes !== undefined) return { quotes };
  if (isTooMuch(search)) return { refused: 'too_complex' };
  return { refused: kindOf(words[search.furthest]?.text) };
}

/** The state of the search for a parse of one sentence. */
interface Search {
  readonly words: readonly Token[];
  readonly named: readonly ReadFact[];
  steps: number;
  tries: number;
  /** The furthest word that any parse has reached so far. */
  furthest: number;
  /** The states from which no parse reaches the end of the sentence. */
  readonly isGone: Set<string>;
}

function isTooMuch({ steps, tries }: Search): boolean {
  return steps > mostSteps || tries > mostTries;
}

/**
 * The quotes of a parse from this state to the end of the sentence; undefined if no parse reaches
 * the end.
 */
function readFrom(search: Search, place: Place, quotes: readonly Quote[]): Quote[] | undefined {
  search.furthest = Math.max(search.furthest, place.at);
  if (place.at === search.words.length) {
    return isWhole(search, place, quotes) ? [...quotes] : undefined;
  }
  const key = keyOf(place, quotes);
  search.steps += 1;
  if (isTooMuch(search) || search.isGone.has(key)) return undefined;
  for (const [next, more] of stepsFrom(search, place)) {
    const isTwice =
      more !== undefined &&
      quotes.some(({ fact, piece }) => fact === more.fact && piece === more.piece);
    if (isTwice) continue;
    const found = readFrom(search, next, more === undefined ? quotes : [...quotes, more]);
    if (found !== undefined) return found;
  }
  search.isGone.add(key);
  return undefined;
}

/**
 * Whether the sentence may end at this word. Every fact that the sentence cites must be quoted by
 * then.
 */
function isWhole({ named }: Search, place: Place, quotes: readonly Quote[]): boolean {
  return (
    !place.isAwaited &&
    place.last !== 'small' &&
    named.every((fact) => quotes.some((quote) => quote.fact === fact))
  );
}

function keyOf(place: Place, quotes: readonly Quote[]): string {
  const { at, bound, isAwaited, before, last, isRelated } = place;
  return [
    at,
    bound?.fact.id,
    isAwaited,
    before?.isDelicate,
    before?.hasEnded,
    last,
    isRelated,
    ...quotes.map(({ fact, piece }) => `${fact.fact.id}.${piece}`),
  ].join(' ');
}

/** Every possible next step of the parse: a quote, a label or a small word. */
function* stepsFrom(search: Search, place: Place): Generator<[Place, Quote?]> {
  const here = search.words[place.at];
  if (here === undefined) return;
  const before = place.before && {
    ...place.before,
    hasEnded: place.before.hasEnded || isStop(here),
  };
  const now = { ...place, before };
  yield* quotesFrom(search, now, here);
  yield* labelsFrom(search, now, here);
  const next = afterSmallWord(now, here);
  if (next !== undefined) yield [next];
}

function* quotesFrom(search: Search, place: Place, here: Token): Generator<[Place, Quote]> {
  const { at, bound, before, isRelated } = place;
  for (const fact of search.named) {
    for (const [piece, each] of fact.pieces.entries()) {
      for (const { words: said, isDelicate: changes } of formsAt(fact, each, place)) {
        const after = endOf(search, said, at);
        // Punctuation separates negations: "No fever. Cough." differs from "No fever, cough."
        const isApart = before === undefined || before.hasEnded || !(changes || before.isDelicate);
        if (after === undefined || !isApart || isRelated) continue;
        // The A of "A negative" has a meaning and is not a small word.
        const isSmallBefore = place.last === 'small' && isKind(search.words[at - 1]);
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
}

/**
 * The wordings that may follow in this state. After a label only its own answer may follow:
 * "Allergies: none, eggs" must not list eggs as an allergy. A complete wording such as "no
 * allergies" needs no label.
 */
function formsAt(fact: ReadFact, { forms, bare }: Piece, place: Place): Piece['forms'] {
  const { bound, isAwaited } = place;
  if (fact === bound) return [...forms, ...bare];
  if (bound === undefined) return bare;
  return !isAwaited && fact.fact.kind === 'whole' ? bare : [];
}

/**
 * The position after a piece that begins at the word `from`. Punctuation between the piece's words
 * must match: "No. Fever" differs from "No fever".
 */
function endOf(search: Search, form: readonly Token[], from: number): number | undefined {
  search.tries += 1;
  if (form.length === 0 || isTooMuch(search)) return undefined;
  for (const [index, one] of form.entries()) {
    const word = search.words[from + index];
    if (word?.text !== one.text || (index > 0 && word.gap !== one.gap)) {
      search.furthest = Math.max(search.furthest, from + index);
      return undefined;
    }
  }
  return from + form.length;
}

function* labelsFrom({ words, named }: Search, place: Place, here: Token): Generator<[Place]> {
  const { at, isAwaited, before } = place;
  const mayBegin =
    !isAwaited &&
    (before === undefined || before.hasEnded || (!before.isDelicate && here.gap !== ''));
  if (!mayBegin) return;
  for (const fact of named) {
    const isHere = fact.label.every((one, index) => words[at + index]?.text === one);
    if (!isHere || fact.label.length === 0) continue;
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

/**
 * The parser's state after a joining word. Undefined if the word is not a joining word, or if it
 * belongs to the quote before it.
 */
function afterSmallWord(place: Place, here: Token): Place | undefined {
  if (!joiningWords.has(here.text)) return undefined;
  const { at, bound, isAwaited, before, last, isRelated } = place;
  const isEnding = endingWords.has(here.text) && last !== 'small';
  // A word directly after a quote belongs to that quote, as in "at 8 am" or "hepatitis A".
  if (last === 'quote' && here.gap === '' && !isEnding && !conjunctions.has(here.text)) {
    return undefined;
  }
  return {
    at: at + 1,
    bound,
    isAwaited,
    before,
    last: isEnding ? 'ending' : 'small',
    isRelated: isRelated || (before !== undefined && !isAwaited && relatingWords.has(here.text)),
  };
}

function kindOf(text: string | undefined): RefusedFor {
  if (text === undefined) return 'incomplete';
  if (isNumber(text)) return 'number';
  if (isNegation(text)) return 'negation';
  return isSide(text) ? 'side' : 'words';
}

const markup = /<\s*[a-z/!?]|```|\]\s*\(|[a-z]:\/\/|www\.|\p{Cc}|\p{Cf}|\p{Co}|\p{Cn}/iu;

/**
 * Numerals other than 0 to 9. Some are ambiguous: the Bengali four looks like an eight.
 * Superscripts and fractions are numerals too.
 */
const otherNumbers = /(?![0-9])\p{N}/u;

/**
 * Whether the text has styled letters, look-alike letters or other special characters. Joiners
 * between Hindi letters are allowed.
 */
function hasMarkup(text: string): boolean {
  const plain = text.replaceAll(/[\u200c\u200d]/gu, '').replaceAll(/[\u00a0\u202f]/gu, ' ');
  const letters = plain.replaceAll(/[…´]|\p{N}/gu, '');
  return markup.test(plain) || letters.normalize('NFC') !== letters.normalize('NFKC');
}

/**
 * Words of urgency. They are refused even in quotes, because a patient's "not urgent" would mislead
 * the doctor. They are split into several short regular expressions, because the lint check of one
 * long expression takes a minute.
 */
const urgency = [
  /\b(?:(?:non[- ])?urgen\w*|emergenc\w*|triage\w*|priorit\w*|can wait|routine)\b/u,
  /\b(?:immediately|at once|asap|life[- ]threatening|not serious|harmless|nothing to worry)\b/u,
  /आपात|तुरंत|तत्काल|ज़रूरी नहीं|गंभीर नहीं/u,
];
/**
 * Words of a diagnosis or a treatment. They are allowed in answers about illnesses and medicines,
 * where they are the patient's own history.
 */
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
  // The hospital wrote the labels of its questions, so the labels are not checked.
  let rest = plain;
  for (const { fact } of named) rest = rest.replaceAll(plainText(fact.label), ' ');
  if (urgency.some((one) => one.test(rest))) return 'judgement';
  if (instruction.some((one) => one.test(rest))) return 'instruction';
  for (const { fact } of named) {
    if (fact.required === 'background') rest = rest.replaceAll(plainText(fact.said), ' ');
  }
  return judgement.some((one) => one.test(rest)) ? 'judgement' : undefined;
}

/**
 * The part of a visit's answers that a language model receives, question by question [ASSESS-5].
 */
import { type InsightFact, type Said, signsQuestion } from '@baari/contract/visit/assessment.ts';
import { withPlainDigits } from '@baari/contract/text/digits.ts';
import { type InLanguages, textIn } from '@baari/contract/text/in-languages.ts';
import { fallbackLanguage, type Language } from '@baari/contract/languages.ts';
import { aboutLanguages, languages } from '@baari/contract/languages.gen.ts';
import type { QuestionBank } from '@baari/contract/visit/question-bank.ts';
import { type Answers, type Asked, insightsOf, labelsOf, signsSaid } from '../assessment.rules.ts';
import { hidesMeaning, type Identifiers, withoutIdentifiers } from './identifiers.rules.ts';
import type { SourceFact } from './verify-summary.rules.ts';
import { isOfOtherLanguage, tokensOf } from './words.rules.ts';

/**
 * The built-in texts for the language model in one language. The patient's words and the questions
 * are not part of them.
 */
export interface SourceWords {
  readonly request: string;
  readonly none: string;
  readonly noneOf: (label: string) => string;
  readonly outOf: (number: string, max: string) => string;
  readonly allNo: string;
  readonly takenBack: (signs: string) => string;
}

export interface Source {
  readonly language: Language;
  readonly facts: readonly SourceFact[];
}

/** The facts about a visit that are not answers. */
interface Besides {
  readonly signsEverSaid: readonly string[];
  /**
   * The symptoms as the patient wrote them when requesting a place in line; null if there are none.
   */
  readonly symptoms: string | null;
  /** The patient's identifiers, which are removed from the text before it is sent. */
  readonly identifiers: Identifiers;
  readonly wordsIn: (language: Language) => SourceWords;
}

/**
 * The id under which the request's symptoms are sent to the model. The parentheses make sure that
 * no question has the same id.
 */
const requestId = '(request)';

/** The answers that the model receives, without identifiers and without skipped questions. */
export function sourceOf(
  bank: QuestionBank,
  asked: Asked,
  answers: Answers,
  { signsEverSaid, symptoms, identifiers, wordsIn }: Besides,
): Source {
  const language = languageOf(typedIn(answers, symptoms));
  const speaking = { language, t: wordsIn(language) };
  const byId = new Map(bank.questions.map((one) => [one.id, one]));
  const lines = insightsOf(bank, asked, answers);
  const facts = lines.flatMap(({ line, facts: inLine }) =>
    inLine.flatMap((fact): SourceFact[] => {
      if (fact.question === signsQuestion) return [];
      const { label, said: given } = fact;
      const question = byId.get(fact.question);
      const said = saidIn(speaking, fact, question?.kind === 'number' && question.min === 0);
      if (said === undefined) return [];
      const isOwn = given.kind === 'text';
      const isOwnWords = isOwn && line === 'words';
      const isList = question?.kind === 'list';
      return [
        {
          id: fact.question,
          label: textIn(label, language),
          said: isOwn ? withoutIdentifiers(said, identifiers) : said,
          kind: isOwnWords ? 'words' : 'whole',
          alternatives:
            given.kind === 'none' ? [speaking.t.noneOf(textIn(label, language).toLowerCase())] : [],
          required: isOwnWords ? 'words' : isList && question?.stays === true ? 'background' : null,
        },
      ];
    }),
  );
  const isAllNo = lines.some(({ facts: inLine }) =>
    inLine.some(({ said }) => said.kind === 'signs' && isOnlyNo(said)),
  );
  const signs = signFacts({ bank, answers, signsEverSaid, isAllNo }, speaking);
  return {
    language,
    facts: [...signs, ...requestFacts(symptoms, identifiers, speaking.t), ...facts],
  };
}

function requestFacts(
  symptoms: string | null,
  identifiers: Identifiers,
  { request: label }: SourceWords,
): SourceFact[] {
  if (symptoms === null || symptoms.trim() === '') return [];
  const said = withoutIdentifiers(symptoms, identifiers);
  return [{ id: requestId, label, said, kind: 'words', alternatives: [], required: 'words' }];
}

/**
 * The facts about emergency signs, which a summary must never leave out. They come first in the
 * list of facts.
 */
function signFacts(
  {
    bank: { signs },
    answers,
    signsEverSaid,
    isAllNo,
  }: {
    readonly bank: QuestionBank;
    readonly answers: Answers;
    readonly signsEverSaid: readonly string[];
    readonly isAllNo: boolean;
  },
  { language, t }: Speaking,
): SourceFact[] {
  const now = signsSaid(answers);
  const before = signsEverSaid.filter((id) => !now.includes(id));
  const list = (ids: readonly string[]) => inWords(labelsOf(signs.list, ids), language, '; ');
  const one = { id: signsQuestion, label: textIn(signs.label, language), kind: 'whole' as const };
  const said: string[] = [];
  if (now.length > 0) said.push(list(now));
  if (before.length > 0) said.push(t.takenBack(list(before)));
  if (said.length === 0 && isAllNo) {
    return [{ ...one, said: t.allNo, alternatives: [], required: null }];
  }
  return said.length === 0
    ? []
    : [{ ...one, said: said.join('; '), alternatives: [], required: 'sign' }];
}

/**
 * Whether the patient answered every emergency sign with no. An unanswered sign does not count as
 * no.
 */
function isOnlyNo({ yes, no, unanswered }: Extract<Said, { kind: 'signs' }>): boolean {
  return yes.length === 0 && no.length > 0 && unanswered.length === 0;
}

interface Speaking {
  readonly language: Language;
  readonly t: SourceWords;
}

function saidIn(
  { language, t }: Speaking,
  { said }: InsightFact,
  isScale: boolean,
): string | undefined {
  switch (said.kind) {
    case 'text':
      return said.text;
    case 'number':
      return isScale && said.max !== null
        ? t.outOf(String(said.number), String(said.max))
        : String(said.number);
    case 'labels':
      return inWords(said.labels, language, ', ');
    case 'none':
      return t.none;
    default:
      return undefined;
  }
}

function inWords(labels: readonly InLanguages[], language: Language, between: string): string {
  return labels.map((label) => textIn(label, language)).join(between);
}

/** The language of the text that the patient typed. It is judged by the script of most letters. */
function languageOf(typed: string): Language {
  const hindi = typed.match(/\p{Script=Devanagari}/gu)?.length ?? 0;
  const latin = typed.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const written = languages.find((language) =>
    /\p{Script=Devanagari}/u.test(aboutLanguages[language].ownName),
  );
  return hindi > latin && written !== undefined ? written : fallbackLanguage;
}

function typedIn(answers: Answers, symptoms: string | null): string {
  const typed = Object.values(answers).map((one) => (one.kind === 'text' ? one.text : ''));
  return [symptoms ?? '', ...typed].join(' ');
}

/**
 * Characters that the checks of a summary cannot read: letters of other scripts, and numerals such
 * as circled numbers and fractions.
 */
const unreadable = /(?=\p{L})(?!\p{Script=Latin}|\p{Script=Devanagari}).|(?!\d)\p{N}/u;

/**
 * Whether the checks can recognise negations and numbers in the typed text. Only English and Hindi
 * in their own scripts qualify. A text with words typical of Spanish, Marathi or another supported
 * language is refused. A text is also refused if the patient's stored name is a word for a negation or a number.
 */
export function isReadable(
  answers: Answers,
  symptoms: string | null,
  identifiers: Identifiers,
): boolean {
  const typed = typedIn(answers, symptoms);
  if (unreadable.test(withPlainDigits(typed)) || hidesMeaning(typed, identifiers)) return false;
  return !tokensOf(typed).some(({ text }) => isOfOtherLanguage(text));
}

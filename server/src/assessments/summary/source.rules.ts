/** What of a visit's answers a language model is given, question by question [ASSESS-5]. */
import { type InsightFact, type Said, signsQuestion } from '@baari/contract/assessment.ts';
import { type InLanguages, textIn } from '@baari/contract/in-languages.ts';
import type { QuestionBank } from '@baari/contract/question-bank.ts';
import { type Answers, type Asked, insightsOf, labelsOf, signsSaid } from '../assessment.rules.ts';
import { type Identifiers, withoutIdentifiers } from './identifiers.rules.ts';
import type { SourceFact } from './verify-summary.rules.ts';

export type SourceLanguage = 'en' | 'hi';

const texts = {
  en: {
    none: 'none',
    noneOf: (label: string) => `no ${label}`,
    outOf: (number: number, max: number) => `${number} out of ${max}`,
    allNo: 'all answered with no',
    takenBack: (signs: string) => `said and taken back: ${signs}`,
  },
  hi: {
    none: 'कोई नहीं',
    noneOf: (label: string) => `कोई ${label} नहीं`,
    outOf: (number: number, max: number) => `${max} में से ${number}`,
    allNo: 'सब पर जवाब नहीं',
    takenBack: (signs: string) => `कहा और वापस लिया: ${signs}`,
  },
};

export interface Source {
  readonly language: SourceLanguage;
  readonly facts: readonly SourceFact[];
}

/** What was answered, without what names anybody; what was skipped is left out. */
export function sourceOf(
  bank: QuestionBank,
  asked: Asked,
  answers: Answers,
  { signsEverSaid, identifiers }: { signsEverSaid: readonly string[]; identifiers: Identifiers },
): Source {
  const language = languageOf(answers);
  const byId = new Map(bank.questions.map((one) => [one.id, one]));
  const lines = insightsOf(bank, asked, answers);
  const facts = lines.flatMap(({ line, facts: inLine }) =>
    inLine.flatMap((fact): SourceFact[] => {
      if (fact.question === signsQuestion) return [];
      const { label, said: given } = fact;
      const question = byId.get(fact.question);
      const said = saidIn(language, fact, question?.kind === 'number' && question.min === 0);
      if (said === undefined) return [];
      const isOwn = given.kind === 'text';
      const isList = question?.kind === 'list';
      return [
        {
          id: fact.question,
          label: textIn(label, language),
          said: isOwn ? withoutIdentifiers(said, identifiers) : said,
          kind: isOwn && line === 'words' ? 'words' : 'whole',
          alternatives:
            given.kind === 'none'
              ? [texts[language].noneOf(textIn(label, language).toLowerCase())]
              : [],
          required: isList && question?.stays === true ? 'background' : null,
        },
      ];
    }),
  );
  const isAllNo = lines.some(({ facts: inLine }) =>
    inLine.some(({ said }) => said.kind === 'signs' && isOnlyNo(said)),
  );
  return {
    language,
    facts: [...signFacts({ bank, answers, signsEverSaid, language, isAllNo }), ...facts],
  };
}

/** What must never be left out comes first. */
function signFacts({
  bank: { signs },
  answers,
  signsEverSaid,
  language,
  isAllNo,
}: {
  readonly bank: QuestionBank;
  readonly answers: Answers;
  readonly signsEverSaid: readonly string[];
  readonly language: SourceLanguage;
  readonly isAllNo: boolean;
}): SourceFact[] {
  const now = signsSaid(answers);
  const before = signsEverSaid.filter((id) => !now.includes(id));
  const list = (ids: readonly string[]) => inWords(labelsOf(signs.list, ids), language, '; ');
  const t = texts[language];
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

/** One that nobody answered is no no. */
function isOnlyNo({ yes, no, unanswered }: Extract<Said, { kind: 'signs' }>): boolean {
  return yes.length === 0 && no.length > 0 && unanswered.length === 0;
}

function saidIn(
  language: SourceLanguage,
  { said }: InsightFact,
  isScale: boolean,
): string | undefined {
  const t = texts[language];
  switch (said.kind) {
    case 'text':
      return said.text;
    case 'number':
      return isScale && said.max !== null ? t.outOf(said.number, said.max) : String(said.number);
    case 'labels':
      return inWords(said.labels, language, ', ');
    case 'none':
      return t.none;
    default:
      return undefined;
  }
}

function inWords(
  labels: readonly InLanguages[],
  language: SourceLanguage,
  between: string,
): string {
  return labels.map((label) => textIn(label, language)).join(between);
}

/** In the script that most of what was typed is written in. */
function languageOf(answers: Answers): SourceLanguage {
  const typed = typedIn(answers);
  const hindi = typed.match(/\p{Script=Devanagari}/gu)?.length ?? 0;
  const latin = typed.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return hindi > latin ? 'hi' : 'en';
}

function typedIn(answers: Answers): string {
  return Object.values(answers)
    .map((one) => (one.kind === 'text' ? one.text : ''))
    .join(' ');
}

/** Whether the words that deny something are known in each script that was typed: in others nothing is summed up. */
export function isReadable(answers: Answers): boolean {
  return !/(?=\p{L})(?!\p{Script=Latin}|\p{Script=Devanagari})./u.test(typedIn(answers));
}

/**
 * Which questions apply, which answers are valid, and what a doctor reads. Nothing here decides
 * urgency: every sign that a patient reports is passed on, and no sign counts less than another
 * [ASSESS-1…3].
 */
import {
  type Answer,
  type AssessmentState,
  type InsightFact,
  type InsightLine,
  insightLines,
  type PaperQuestion,
  type Question,
  type Said,
  signsQuestion,
} from '@baari/contract/visit/assessment.ts';
import { fieldMessages } from '@baari/contract/fields.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { type InLanguages, textIn } from '@baari/contract/text/in-languages.ts';
import { type Language, languages } from '@baari/contract/languages.gen.ts';
import { isolateBidi } from '@baari/contract/text/message-tools.ts';
import type { BankQuestion, Condition, QuestionBank } from '@baari/contract/visit/question-bank.ts';

/** The facts about the patient that decide which questions apply; undefined where unknown. */
export interface Asked {
  readonly specialty: string;
  readonly age: number | undefined;
  readonly gender: string | undefined;
  /** Whether the patient has been seen at this hospital before. */
  readonly isReturning: boolean;
  /**
   * The patient's name, used in the questions if somebody else answers for the patient; undefined
   * if the patient answers.
   */
  readonly about?: InLanguages | undefined;
}

/**
 * A patient up to this age, in years, is called "the child" in texts that must not show the name.
 */
const childAgeTo = 12;

/**
 * How the questions address the patient in texts that must not show the name: a child by the
 * question bank's word for a child. Undefined for everybody else, who is addressed as "you".
 */
export function namelessIn(
  { child }: QuestionBank,
  { age }: Pick<Asked, 'age'>,
): InLanguages | undefined {
  return age !== undefined && age <= childAgeTo ? child : undefined;
}

/** The text of a question, about the named patient if somebody else answers. */
function askOf(
  { ask, askOther }: { readonly ask: InLanguages; readonly askOther?: InLanguages | undefined },
  about: InLanguages | undefined,
): InLanguages {
  if (about === undefined || askOther === undefined) return ask;
  const filled: Partial<Record<Language, string>> = {};
  for (const language of languages) {
    const text = askOther[language];
    if (text === undefined) continue;
    filled[language] = text.replaceAll('{name}', () => isolateBidi(textIn(about, language)));
  }
  return { ...ask, ...filled };
}

export type Answers = Readonly<Record<string, Answer>>;
export interface AnswerBy {
  readonly question: string;
  readonly answer: Answer;
}

/**
 * A patient's age in years on a day (YYYY-MM-DD). If only the year of birth is known, returns the
 * highest possible age.
 */
export function ageOn(
  today: string,
  birth: { readonly date: string | null; readonly year: number | null },
): number | undefined {
  const year = Number(today.slice(0, 4));
  if (birth.date !== null) {
    const had = today.slice(5) >= birth.date.slice(5) ? 0 : 1;
    return year - Number(birth.date.slice(0, 4)) - had;
  }
  return birth.year === null ? undefined : year - birth.year;
}

function holds(when: Condition | undefined, asked: Asked, answers: Answers): boolean {
  if (when === undefined) return true;
  const { specialties, ageFrom, ageTo, genders, returning, answered } = when;
  const { age, gender, specialty } = asked;
  if (specialties !== undefined && !specialties.some((one) => one === specialty)) return false;
  if (when.knownAge === true && age === undefined) return false;
  if (ageFrom !== undefined && age !== undefined && age < ageFrom) return false;
  if (ageTo !== undefined && age !== undefined && age > ageTo) return false;
  const isGenderKnown = gender !== undefined && gender !== '' && gender !== 'Prefer not to say';
  if (genders !== undefined && isGenderKnown && !genders.some((one) => one === gender)) {
    return false;
  }
  if (returning !== undefined && returning !== asked.isReturning) return false;
  return answered === undefined || isSo(answered, answers[answered.question]);
}

function isSo({ is, not }: NonNullable<Condition['answered']>, given: Answer | undefined): boolean {
  if (given?.kind !== 'chosen') return is === undefined && given?.kind === 'skipped';
  if (is !== undefined && !is.some((one) => given.chosen.includes(one))) return false;
  return not === undefined || !not.some((one) => given.chosen.includes(one));
}

function questionOf(one: BankQuestion, about?: InLanguages): Question {
  return {
    id: one.id,
    kind: one.kind,
    ask: askOf(one, about),
    help: one.help ?? null,
    options: 'options' in one ? one.options : [],
    min: one.kind === 'number' ? one.min : null,
    max: one.kind === 'number' ? one.max : null,
  };
}

/**
 * Questions that apply after the answers so far; answers to questions that no longer apply are
 * ignored.
 */
function applying(bank: QuestionBank, asked: Asked, answers: Answers): BankQuestion[] {
  const shown = new Set<string>();
  return bank.questions.filter(({ id, when }) => {
    const isReached = when?.answered === undefined || shown.has(when.answered.question);
    const applies = isReached && holds(when, asked, answers);
    if (applies) shown.add(id);
    return applies;
  });
}

/**
 * The question about emergency signs, then the questions that apply after the answers so far, in
 * the bank's order.
 */
export function questionsFor(bank: QuestionBank, asked: Asked, answers: Answers): Question[] {
  const signs = bank.signs.list.filter(({ when }) => holds(when, asked, answers));
  return [
    {
      id: signsQuestion,
      kind: 'signs',
      ask: askOf(bank.signs, asked.about),
      help: null,
      options: signs.map(({ id, label }) => ({ id, label })),
      min: null,
      max: null,
    },
    ...applying(bank, asked, answers).map((one) => questionOf(one, asked.about)),
  ];
}

/**
 * The highest possible number of questions: the questions that apply now, and those that a later
 * answer may add.
 */
export function mostQuestionsFor(bank: QuestionBank, asked: Asked, answers: Answers): number {
  const possible = new Set<string>();
  for (const { id, when } of bank.questions) {
    const { answered, ...others } = when ?? {};
    if (!holds(others, asked, answers)) continue;
    const isPossible =
      answered === undefined ||
      (possible.has(answered.question) &&
        (answers[answered.question] === undefined || isSo(answered, answers[answered.question])));
    if (isPossible) possible.add(id);
  }
  return possible.size + 1;
}

/**
 * The questions for a paper form: the emergency signs, and every question that may apply to this
 * patient, each with its condition.
 */
export function paperQuestions(bank: QuestionBank, asked: Asked): PaperQuestion[] {
  const [signs] = questionsFor(bank, asked, {});
  const shown: PaperQuestion[] = signs === undefined ? [] : [{ ...signs, onlyIf: null }];
  for (const one of bank.questions) {
    const { answered, ...when } = one.when ?? {};
    if (!holds(when, asked, {})) continue;
    // A question whose condition refers to a skipped question is skipped too.
    if (answered !== undefined && !shown.some(({ id }) => id === answered.question)) continue;
    const onlyIf = answered && {
      question: answered.question,
      is: answered.is ?? null,
      not: answered.not ?? null,
    };
    shown.push({ ...questionOf(one, asked.about), onlyIf: onlyIf ?? null });
  }
  return shown;
}

/** The state of a patient's answers: `begun` until every applicable question has an answer. */
export function stateOf(questions: readonly Question[], answers: Answers): AssessmentState {
  if (Object.keys(answers).length === 0) return 'none';
  return questions.every(({ id }) => answers[id] !== undefined) ? 'ready' : 'begun';
}

/**
 * Applies answers one by one and checks each against its question; refuses at the first invalid
 * answer and names its question.
 */
export function takeAnswers(
  bank: QuestionBank,
  asked: Asked,
  before: Answers,
  given: readonly AnswerBy[],
): Result<Answers> {
  const answers: Record<string, Answer> = { ...before };
  for (const [index, { question: id, answer }] of given.entries()) {
    const question = questionsFor(bank, asked, answers).find((one) => one.id === id);
    const wrong = question === undefined ? fieldMessages.choice : problemOf(question, answer);
    if (wrong !== undefined) {
      return refuse('invalid_request', [{ param: `answers.${index}.answer`, msg: wrong }]);
    }
    answers[id] = answer;
  }
  return ok(answers);
}

function problemOf(question: Question, given: Answer): string | undefined {
  const { kind, min, max } = question;
  switch (given.kind) {
    case 'skipped':
      return undefined;
    case 'signs':
      return kind === 'signs' && areOptions(question, [...given.yes, ...given.no])
        ? undefined
        : fieldMessages.choice;
    case 'chosen':
      return mayChoose(question, given.chosen) ? undefined : fieldMessages.choice;
    case 'none':
      return kind === 'list' ? undefined : fieldMessages.choice;
    case 'text':
      return kind === 'text' || kind === 'list' ? undefined : fieldMessages.choice;
    case 'number': {
      if (kind !== 'number') return fieldMessages.choice;
      const isInRange = given.number >= (min ?? 0) && given.number <= (max ?? 0);
      return isInRange ? undefined : fieldMessages.number;
    }
  }
}

/** Whether the ids are options of the question, each at most once. */
function areOptions({ options }: Question, ids: readonly string[]): boolean {
  const known = new Set(options.map(({ id }) => id));
  return ids.every((id) => known.has(id)) && new Set(ids).size === ids.length;
}

/**
 * Whether a patient may choose these options: several only if the question allows it, and no others
 * together with an exclusive option (`alone`).
 */
function mayChoose(question: Question, chosen: readonly string[]): boolean {
  const { kind, options } = question;
  const isOne = chosen.length === 1;
  const alone = options.some((one) => one.alone === true && chosen.includes(one.id));
  const fits = isOne ? kind === 'choices' || kind === 'choice' : kind === 'choices' && !alone;
  return fits && areOptions(question, chosen);
}

/** The ids of the emergency signs that the patient answered with yes. */
export function signsSaid(answers: Answers): readonly string[] {
  const given = answers[signsQuestion];
  return given?.kind === 'signs' ? given.yes : [];
}

/**
 * The answers of an earlier visit that stay true, such as allergies, without answers that are
 * invalid today.
 */
export function whatStays(bank: QuestionBank, earlier: Answers): AnswerBy[] {
  return bank.questions.flatMap((one) => {
    const answer = earlier[one.id];
    if (one.stays !== true || answer === undefined || answer.kind === 'skipped') return [];
    const isRight = problemOf(questionOf(one), answer) === undefined;
    return isRight ? [{ question: one.id, answer }] : [];
  });
}

/**
 * The answers to questions that still apply. An answer is left out if another answer made its
 * question inapplicable.
 */
export function standingAnswers(bank: QuestionBank, asked: Asked, answers: Answers): AnswerBy[] {
  return questionsFor(bank, asked, answers).flatMap(({ id }) => {
    const answer = answers[id];
    return answer === undefined ? [] : [{ question: id, answer }];
  });
}

/**
 * The six lines that a doctor reads, in order. A line without a fact says that nothing was
 * answered.
 */
export function insightsOf(
  bank: QuestionBank,
  asked: Asked,
  answers: Answers,
): { line: InsightLine; facts: InsightFact[] }[] {
  const facts = applying(bank, asked, answers).flatMap((one) => {
    const given = answers[one.id];
    if (given === undefined) return [];
    return [
      { line: one.line, fact: { question: one.id, label: one.label, said: saidOf(one, given) } },
    ];
  });
  return insightLines.map((line) => ({
    line,
    facts:
      line === 'signs'
        ? signFacts(bank, asked, answers)
        : facts.filter((each) => each.line === line).map(({ fact }) => fact),
  }));
}

function saidOf(one: BankQuestion, given: Answer): Said {
  switch (given.kind) {
    case 'chosen':
      return {
        kind: 'labels',
        labels: labelsOf('options' in one ? one.options : [], given.chosen),
      };
    case 'number':
      return { kind: 'number', number: given.number, max: one.kind === 'number' ? one.max : null };
    case 'text':
      return { kind: 'text', text: given.text };
    case 'none':
      return { kind: 'none' };
    default:
      return { kind: 'skipped' };
  }
}

function signFacts(bank: QuestionBank, asked: Asked, answers: Answers): InsightFact[] {
  const given = answers[signsQuestion];
  const label = bank.signs.label;
  if (given === undefined) return [];
  if (given.kind !== 'signs')
    return [{ question: signsQuestion, label, said: { kind: 'skipped' } }];
  const { list } = bank.signs;
  const said = new Set([...given.yes, ...given.no]);
  // A sign that the patient answered is shown even if the question would no longer ask for it.
  const unanswered = list.filter(({ id, when }) => !said.has(id) && holds(when, asked, answers));
  return [
    {
      question: signsQuestion,
      label,
      said: {
        kind: 'signs',
        yes: labelsOf(list, given.yes),
        no: labelsOf(list, given.no),
        unanswered: unanswered.map((sign) => sign.label),
      },
    },
  ];
}

/** The labels of the given options, in the order of the question bank. */
export function labelsOf(
  list: readonly { readonly id: string; readonly label: InLanguages }[],
  ids: readonly string[],
): InLanguages[] {
  return list.filter(({ id }) => ids.includes(id)).map(({ label }) => label);
}

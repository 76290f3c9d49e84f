/**
 * The file format of an operator's questions before a visit; each question cites a source in the
 * literature [ASSESS-1].
 */
import { z } from 'zod';
import {
  answerMaxLength,
  inLanguages,
  insightLines,
  mostEmergencyNumbers,
  mostOptions,
  mostQuestions,
  signsQuestion,
} from './assessment.ts';
import { genders } from '../patient/person.ts';
import { specialties } from '../hospital/specialties.ts';

/**
 * Refuses control characters and lone surrogates, because screens cannot show them or the database
 * cannot store them. Also refuses unclosed direction marks, which would affect the text that
 * follows.
 */
const plain = z
  .string()
  .refine((text) => !/(?!\n)[\p{Cc}\p{Cs}]/u.test(text) && isDirectionClosed(text), {
    error: 'letters and signs that can be read',
  });

/** Whether each invisible direction mark in the text is closed again. */
function isDirectionClosed(text: string): boolean {
  const open: string[] = [];
  for (const sign of text.match(/[\u202a-\u202e\u2066-\u2069]/gu) ?? []) {
    if (sign === '\u202c' || sign === '\u2069') {
      if (open.pop() !== sign) return false;
    } else open.push(sign < '\u2066' ? '\u202c' : '\u2069');
  }
  return open.length === 0;
}

const said = plain.trim().min(1).max(answerMaxLength);
const words = inLanguages(said);
/**
 * A question asked of one person about another person. `{name}` is replaced by the patient's name,
 * or by the question bank's text `child`.
 */
const wordsAboutOther = inLanguages(
  said.refine((text) => text.includes('{name}'), { error: '{name} where the patient is named' }),
);
const id = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/u, { error: 'small letters, digits and dashes' })
  // Every JavaScript object has a `constructor` key through its prototype, so it cannot be an id.
  .refine((one) => one !== 'constructor', { error: 'another word' });
const age = z.int().min(0).max(150);

/**
 * When a question is asked: all conditions must hold. A question is also asked if the age or sex is
 * unknown.
 */
const condition = z.strictObject({
  specialties: z.array(z.enum(specialties)).min(1).optional(),
  /** The patient's age in years, from `ageFrom` to `ageTo`, both included. */
  ageFrom: age.optional(),
  ageTo: age.optional(),
  /** If true, the question is not asked of a patient whose age is unknown. */
  knownAge: z.literal(true).optional(),
  genders: z.array(z.enum(genders)).min(1).optional(),
  /** Whether the patient was seen in this hospital before. */
  returning: z.boolean().optional(),
  /** The patient must have answered an earlier question with one of `is`, or with none of `not`. */
  answered: z
    .strictObject({
      question: id,
      is: z.array(id).min(1).optional(),
      not: z.array(id).min(1).optional(),
    })
    .optional(),
});
export type Condition = z.infer<typeof condition>;

/** The source in the literature for this question. */
const source = plain.trim().min(10).max(400);

const option = z.strictObject({
  id,
  label: words,
  /** For choices: whether this option excludes all others, as "none of these" does. */
  alone: z.literal(true).optional(),
});
const asked = {
  id,
  line: z.enum(insightLines).exclude(['signs']),
  /** The label that the doctor reads. */
  label: words,
  ask: words,
  /**
   * The wording of the question for a person who answers for the patient. Without it, `ask` is
   * used.
   */
  askOther: wordsAboutOther.optional(),
  help: words.optional(),
  when: condition.optional(),
  /**
   * If true, the answer stays valid after the visit. It is shown again at later visits for
   * confirmation.
   */
  stays: z.literal(true).optional(),
  source,
};
const options = z.array(option).min(2).max(mostOptions);
const question = z.discriminatedUnion('kind', [
  z.strictObject({ ...asked, kind: z.literal('text') }),
  z.strictObject({ ...asked, kind: z.literal('list') }),
  z.strictObject({ ...asked, kind: z.literal('choice'), options }),
  z.strictObject({ ...asked, kind: z.literal('choices'), options }),
  z.strictObject({ ...asked, kind: z.literal('number'), min: z.int(), max: z.int() }),
]);
export type BankQuestion = z.infer<typeof question>;

const sign = z.strictObject({ id, label: words, when: condition.optional(), source });

export const questionBank = z
  .strictObject({
    /**
     * The version of the questions. Each change of the questions needs a new version, because staff
     * read answers with the questions that were asked.
     */
    version: z.string().regex(/^[\w.-]{1,40}$/u, { error: 'letters, digits, dots and dashes' }),
    emergencyNumbers: z
      .array(z.string().regex(/^\+?\d{2,15}$/u, { error: 'digits as they are dialled' }))
      .min(1)
      .max(mostEmergencyNumbers),
    /**
     * The text that replaces a child's name where no name may be shown: at a kiosk and on paper.
     */
    child: words.optional(),
    signs: z.strictObject({
      ask: words,
      askOther: wordsAboutOther.optional(),
      label: words,
      list: z.array(sign).min(1).max(mostOptions),
    }),
    questions: z
      .array(question)
      .min(1)
      .max(mostQuestions - 1),
  })
  .superRefine(({ signs, questions }, context) => {
    const complain = (path: (string | number)[], message: string): void => {
      context.addIssue({ code: 'custom', path, message });
    };
    findTwice(signs.list.map((each) => each.id)).forEach((index) =>
      complain(['signs', 'list', index, 'id'], 'the same id twice'),
    );
    findTwice([signsQuestion, ...questions.map((each) => each.id)]).forEach((index) =>
      complain(['questions', index - 1, 'id'], 'the same id twice'),
    );
    const complainOfAges = (
      path: (string | number)[],
      { when }: { when?: Condition | undefined },
    ) => {
      const { ageFrom, ageTo } = when ?? {};
      if (ageFrom !== undefined && ageTo !== undefined && ageFrom > ageTo) {
        complain([...path, 'when', 'ageTo'], 'not less than ageFrom');
      }
    };
    signs.list.forEach((sign, index) => {
      const { when } = sign;
      complainOfAges(['signs', 'list', index], sign);
      if (when?.answered !== undefined) {
        complain(['signs', 'list', index, 'when'], 'signs are asked before anything is answered');
      }
    });
    questions.forEach((each, index) => {
      complainOfAges(['questions', index], each);
      if (each.kind === 'number' && each.min >= each.max) {
        complain(['questions', index, 'max'], 'more than min');
      }
      if ('options' in each) {
        findTwice(each.options.map((one) => one.id)).forEach((at) =>
          complain(['questions', index, 'options', at, 'id'], 'the same id twice'),
        );
      }
      const { answered } = each.when ?? {};
      if (answered === undefined) return;
      const about = questions.slice(0, index).find((other) => other.id === answered.question);
      const path = ['questions', index, 'when', 'answered'];
      if (about === undefined || !('options' in about)) {
        complain([...path, 'question'], 'an earlier question with options');
        return;
      }
      const { is, not } = answered;
      if (is === undefined && not === undefined) complain(path, 'is, not, or both');
      // If every option of `is` is also in `not`, the question would never be asked.
      if (is?.every((one) => not?.includes(one)) === true)
        complain(path, 'another option in is than in not');
      const known = new Set(about.options.map((one) => one.id));
      const unknown = [...(answered.is ?? []), ...(answered.not ?? [])].filter(
        (one) => !known.has(one),
      );
      if (unknown.length > 0) complain(path, `no such option: ${unknown.join(', ')}`);
    });
  });
export type QuestionBank = z.infer<typeof questionBank>;

/** Finds the indexes of ids that occur more than once. */
function findTwice(ids: readonly string[]): number[] {
  return ids.flatMap((one, index) => (ids.indexOf(one) < index ? [index] : []));
}

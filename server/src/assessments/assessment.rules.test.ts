/**
 * Tests which questions are asked, which answers are valid, and what a doctor reads of the answers.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { type Answer, insightLines } from '@baari/contract/visit/assessment.ts';
import { type InLanguages, textIn } from '@baari/contract/text/in-languages.ts';
import { languages } from '@baari/contract/languages.gen.ts';
import { specialties } from '@baari/contract/hospital/specialties.ts';
import { questionBank, type QuestionBank } from '@baari/contract/visit/question-bank.ts';
import fc from 'fast-check';
import {
  ageOn,
  type Answers,
  type Asked,
  insightsOf,
  mostQuestionsFor,
  namelessIn,
  paperQuestions,
  questionsFor,
  stateOf,
  takeAnswers,
  whatStays,
} from './assessment.rules.ts';
import { textsOf } from '../texts/texts.ts';
import { readQuestionBank } from './question-bank.ts';

let bank: QuestionBank;
before(async () => {
  bank = await readQuestionBank(undefined);
});

const anybody: Asked = {
  specialty: 'Internal Medicine',
  age: 40,
  gender: 'Male',
  isReturning: false,
};
const idsFor = (asked: Asked, answers: Answers = {}) =>
  questionsFor(bank, asked, answers).map(({ id }) => id);

test('the questions before the visit begin with emergency signs, and every patient is asked about them [ASSESS-1]', () => {
  for (const specialty of ['Dermatology', 'Cardiology', 'Pediatrics']) {
    assert.equal(idsFor({ ...anybody, specialty })[0], 'signs');
  }
});

test('the questions depend on the specialty, the age, the sex and earlier answers [ASSESS-1]', () => {
  const begun: Answers = { since: { kind: 'chosen', chosen: ['days'] } };
  assert.ok(idsFor({ ...anybody, specialty: 'Ophthalmology' }, begun).includes('eye'));
  assert.ok(!idsFor(anybody, begun).includes('eye'));
  assert.ok(!idsFor(anybody).includes('pregnancy'));
  const woman = { ...anybody, gender: 'Female', age: 30 };
  assert.ok(idsFor(woman).includes('pregnancy'));
  assert.ok(!idsFor({ ...woman, age: 70 }).includes('pregnancy'));
  assert.ok(!idsFor(woman).includes('pregnancy-weeks'));
  const pregnant: Answers = { pregnancy: { kind: 'chosen', chosen: ['yes'] } };
  assert.ok(idsFor(woman, pregnant).includes('pregnancy-weeks'));
  const checkUp: Answers = { since: { kind: 'chosen', chosen: ['check-up'] } };
  assert.ok(idsFor(anybody, begun).includes('severity'));
  assert.ok(!idsFor(anybody, checkUp).includes('severity'));
  assert.ok(idsFor({ ...anybody, isReturning: true }).includes('change'));
  assert.ok(!idsFor(anybody).includes('change'));
});

test('a question that depends on age or sex is also asked when the patient’s age or sex is unknown [ASSESS-1]', () => {
  const unknown = { ...anybody, age: undefined, gender: undefined };
  assert.ok(idsFor(unknown).includes('pregnancy'));
  assert.ok(
    !idsFor(unknown).includes('vaccines'),
    'what is asked of a child is not asked of anybody',
  );
  assert.ok(idsFor({ ...unknown, age: 3 }).includes('vaccines'));
  const signs = questionsFor(bank, unknown, {})[0]?.options.map(({ id }) => id);
  assert.ok(signs?.includes('cannot-drink'));
});

test('a patient’s age is computed on the hospital’s date, from the birthday or from the year of birth alone [ASSESS-1]', () => {
  assert.equal(ageOn('2026-11-22', { date: '1990-11-23', year: null }), 35);
  assert.equal(ageOn('2026-11-23', { date: '1990-11-23', year: null }), 36);
  assert.equal(ageOn('2026-11-23', { date: null, year: 1960 }), 66);
  assert.equal(ageOn('2026-11-23', { date: null, year: null }), undefined);
});

const wrongAnswers: readonly [what: string, question: string, answer: Answer][] = [
  ['a question that is not asked', 'pregnancy', { kind: 'chosen', chosen: ['yes'] }],
  ['a question that does not exist', 'ignore-previous', { kind: 'skipped' }],
  ['a choice that is not offered', 'since', { kind: 'chosen', chosen: ['tomorrow'] }],
  ['two options of a single choice', 'since', { kind: 'chosen', chosen: ['days', 'weeks'] }],
  ['the same sign twice', 'signs', { kind: 'signs', yes: ['stroke'], no: ['stroke'] }],
  ['a sign that was not asked', 'signs', { kind: 'signs', yes: ['hiccups'], no: [] }],
  ['a text for a choice', 'since', { kind: 'text', text: 'yesterday' }],
  ['none for a text', 'matter', { kind: 'none' }],
];
for (const [what, question, answer] of wrongAnswers) {
  test(`an invalid answer to the questions before the visit is refused and not stored: ${what} [ASSESS-1]`, () => {
    const taken = takeAnswers(bank, anybody, {}, [{ question, answer }]);
    assert.ok(!taken.ok);
    assert.equal(taken.code, 'invalid_request');
  });
}

test('a number outside the allowed range is refused as an answer to a question before the visit [ASSESS-1]', () => {
  const begun: Answers = { since: { kind: 'chosen', chosen: ['days'] } };
  for (const [number, isRight] of [
    [-1, false],
    [0, true],
    [10, true],
    [11, false],
  ] as const) {
    const given = [{ question: 'severity', answer: { kind: 'number', number } as const }];
    assert.equal(takeAnswers(bank, anybody, begun, given).ok, isRight);
  }
});

test('the answer “none of these” cannot be combined with another option [ASSESS-1]', () => {
  let asked = 0;
  for (const specialty of specialties) {
    for (const { id: question, kind, options } of questionsFor(
      bank,
      { ...anybody, specialty },
      {},
    )) {
      const none = options.find(({ id }) => id === 'nothing');
      const [other] = options;
      if (kind !== 'choices' || none === undefined || other === undefined) continue;
      asked += 1;
      const say = (...chosen: string[]) =>
        takeAnswers(bank, { ...anybody, specialty }, {}, [
          { question, answer: { kind: 'chosen', chosen } },
        ]).ok;
      assert.ok(say(none.id) && say(other.id), question);
      assert.ok(!say(other.id, none.id) && !say(none.id, other.id), question);
    }
  }
  assert.ok(asked > 0);
});

test('a patient’s answers are shown as ready once each question was answered or skipped, and not before [ASSESS-1, ASSESS-3]', () => {
  const answers: Record<string, Answer> = {};
  assert.equal(stateOf(questionsFor(bank, anybody, answers), answers), 'none');
  for (;;) {
    const next = questionsFor(bank, anybody, answers).find(({ id }) => answers[id] === undefined);
    if (next === undefined) break;
    answers[next.id] = { kind: 'skipped' };
    const left = questionsFor(bank, anybody, answers).some(({ id }) => answers[id] === undefined);
    const state = stateOf(questionsFor(bank, anybody, answers), answers);
    assert.equal(state, left ? 'begun' : 'ready');
  }
});

test('the six-line summary of a patient’s answers has a fixed order and contains every reported emergency sign [ASSESS-3]', () => {
  const signs = bank.signs.list.map(({ id }) => id);
  fc.assert(
    fc.property(fc.subarray(signs), fc.integer({ min: 0, max: 100 }), (yes, age) => {
      const no = signs.filter((id) => !yes.includes(id)).slice(0, 5);
      const answers: Answers = { signs: { kind: 'signs', yes, no } };
      const lines = insightsOf(bank, { ...anybody, age }, answers);
      assert.deepEqual(
        lines.map(({ line }) => line),
        insightLines,
      );
      const said = lines.find(({ line }) => line === 'signs')?.facts[0]?.said;
      assert.ok(said?.kind === 'signs');
      assert.equal(said.yes.length, yes.length);
      assert.equal(said.no.length, no.length);
    }),
  );
});

test('emergency signs that the patient did not answer are shown as unanswered and never as “no” [ASSESS-3]', () => {
  const answers: Answers = { signs: { kind: 'signs', yes: [], no: ['stroke'] } };
  const [fact] = insightsOf(bank, anybody, answers)[3]?.facts ?? [];
  assert.ok(fact?.said.kind === 'signs');
  assert.equal(fact.said.no.length, 1);
  assert.ok(fact.said.unanswered.length > 5);
});

test('answers from an earlier visit are offered again only if they describe lasting facts, such as an allergy [ASSESS-4]', () => {
  const earlier: Answers = {
    matter: { kind: 'text', text: 'A cough' },
    allergies: { kind: 'text', text: 'Penicillin: rash' },
    medicines: { kind: 'skipped' },
    signs: { kind: 'signs', yes: ['stroke'], no: [] },
  };
  assert.deepEqual(
    whatStays(bank, earlier).map(({ question }) => question),
    ['allergies'],
  );
});

test('the paper form has every possible follow-up question and names the answer that leads to each [ASSESS-4]', () => {
  const choices = bank.questions.flatMap((one) =>
    'options' in one ? one.options.map(({ id }) => [one.id, id] as const) : [],
  );
  const people = fc.record({
    specialty: fc.constantFrom('Internal Medicine', 'Pediatrics', 'Psychiatry', 'Urology'),
    age: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
    gender: fc.constantFrom('Male', 'Female', 'Other', undefined),
    isReturning: fc.boolean(),
  });
  fc.assert(
    fc.property(people, fc.subarray(choices), (asked, ticked) => {
      const answers: Record<string, Answer> = {};
      for (const [question, option] of ticked) {
        answers[question] = { kind: 'chosen', chosen: [option] };
      }
      const paper = paperQuestions(bank, asked);
      const byId = new Map(paper.map((one) => [one.id, one]));
      for (const { onlyIf: _, ...printed } of paper) {
        if (printed.kind !== 'signs') continue;
        assert.deepEqual(printed, questionsFor(bank, asked, {})[0]);
      }
      const onScreen = new Set(idsFor(asked, answers));
      for (const id of onScreen) assert.ok(byId.has(id), id);
      // A patient who follows the printed conditions answers the same questions as on the screen.
      for (const { id, onlyIf } of paper) {
        if (onlyIf === null) {
          assert.ok(onScreen.has(id), id);
          continue;
        }
        assert.ok(byId.has(onlyIf.question));
        const given = answers[onlyIf.question];
        const chosen = given?.kind === 'chosen' ? given.chosen : [];
        const isAsked =
          chosen.length > 0 &&
          (onlyIf.is === null || onlyIf.is.some((one) => chosen.includes(one))) &&
          !onlyIf.not?.some((one) => chosen.includes(one));
        if (onScreen.has(onlyIf.question)) assert.equal(onScreen.has(id), isAsked, id);
      }
    }),
  );
});

test('a question on the paper form never depends on a question that the form leaves out [ASSESS-4]', () => {
  const man = new Set(paperQuestions(bank, anybody).map(({ id }) => id));
  assert.ok(!man.has('pregnancy') && !man.has('pregnancy-weeks'));
  const woman = paperQuestions(bank, { ...anybody, gender: 'Female' });
  assert.deepEqual(woman.find(({ id }) => id === 'pregnancy-weeks')?.onlyIf, {
    question: 'pregnancy',
    is: ['yes'],
    not: null,
  });
});

test('an answer to a question that no longer applies leads to no further question and is not shown to doctors [ASSESS-1, ASSESS-3]', () => {
  const answers: Answers = {
    pregnancy: { kind: 'chosen', chosen: ['yes'] },
    'pregnancy-weeks': { kind: 'number', number: 12 },
  };
  const woman = { ...anybody, gender: 'Female', age: 30 };
  assert.ok(idsFor(woman, answers).includes('pregnancy-weeks'));
  // Staff corrected the patient's record after the first answers.
  assert.ok(!idsFor(anybody, answers).includes('pregnancy-weeks'));
  const background = insightsOf(bank, anybody, answers).find(({ line }) => line === 'background');
  assert.deepEqual(background?.facts, []);
});

test('none of Baari’s texts says that a patient is not urgent [ASSESS-2]', () => {
  const calming =
    /not (?:an? )?(?:urgent|emergency|serious)|no (?:urgency|emergency)|nothing serious|no need to (?:worry|hurry)|\bcan wait\b|low (?:risk|urgency)|आपात(?:काल)? नहीं|जल्दी नहीं|चिंता की बात नहीं|गंभीर नहीं/iu;
  const said = [JSON.stringify(bank)];
  for (const language of ['en', 'hi']) {
    const file = new URL(`../../../texts/${language}/assessment.json`, import.meta.url);
    said.push(readFileSync(file, 'utf8'));
  }
  for (const words of said) assert.doesNotMatch(words, calming);
  assert.match('This is not urgent.', calming);
  assert.match('यह गंभीर नहीं है', calming);
});

test('the English texts on the first screen of the questions before the visit are exactly the agreed texts [ASSESS-2]', () => {
  const file = new URL('../../../texts/en/assessment.json', import.meta.url);
  const [number = ''] = bank.emergencyNumbers;
  assert.ok(
    readFileSync(file, 'utf8')
      .replaceAll('{number}', number)
      .includes(
        '"This form gives no medical advice and does not decide how urgent you are. Staff read it when they can, not at once. If you have any of the signs below, call 112 or go to the nearest emergency department now."',
      ),
  );
});

test('the built-in questions ask every patient about exactly the agreed emergency signs [ASSESS-2]', () => {
  const agreed = [
    'unconscious',
    'confused',
    'chest-pain',
    'breathing',
    'fits',
    'stroke',
    'bleeding',
    'allergy',
    'burn',
    'head-injury',
    'trauma',
  ];
  const [asked] = questionsFor(bank, { ...anybody, age: 30 }, {});
  assert.deepEqual(
    asked?.options.map(({ id }) => id),
    agreed,
  );
  assert.deepEqual(bank.emergencyNumbers, ['112', '108']);
});

test('a question names the patient instead of “you” or “the child” when another person answers, in every language [ASSESS-1, ASSESS-4]', () => {
  const child: Asked = { ...anybody, age: 4, gender: 'Female', isReturning: true };
  const everyAge = [4, 30].flatMap((age) =>
    specialties.flatMap((specialty) => {
      const asked = { ...child, age, specialty };
      return [
        paperQuestions(bank, asked),
        paperQuestions(bank, { ...asked, about: { en: 'Qori' } }),
      ] as const;
    }),
  );
  const own = new Map<string, InLanguages>();
  const other = new Map<string, InLanguages>();
  everyAge.forEach((questions, index) => {
    for (const { id, ask } of questions) (index % 2 === 0 ? own : other).set(id, ask);
  });
  for (const [id, ask] of own) {
    if (!/\byou\b/iu.test(ask.en) || id === 'severity') continue;
    for (const language of languages) {
      const about = other.get(id)?.[language] ?? '';
      assert.ok(about.includes('Qori'), `${id} in ${language}: ${about}`);
      assert.doesNotMatch(about, /\{/u);
    }
  }
  assert.doesNotMatch(JSON.stringify([...own.values()]), /the child/u);
});

test('a question without a name says “the child” to a child and “you” to an adult [ASSESS-4]', () => {
  assert.equal(namelessIn(bank, { age: 4 })?.en, 'the child');
  assert.equal(namelessIn(bank, { age: 13 }), undefined);
  assert.equal(namelessIn(bank, { age: undefined }), undefined);
});

test('the shown number of questions starts at the maximum and never grows with an answer [ASSESS-1]', () => {
  for (const specialty of specialties) {
    for (const first of ['days', 'check-up']) {
      const asked: Asked = { ...anybody, specialty, gender: 'Female', age: 30, isReturning: true };
      const answers: Record<string, Answer> = {};
      let most = mostQuestionsFor(bank, asked, answers);
      for (;;) {
        const questions = questionsFor(bank, asked, answers);
        const now = mostQuestionsFor(bank, asked, answers);
        assert.ok(now <= most && questions.length <= now, specialty);
        most = now;
        const next = questions.find(({ id }) => answers[id] === undefined);
        if (next === undefined) break;
        const chosen = next.id === 'since' ? first : (next.options[0]?.id ?? '');
        const isChoice = next.kind === 'choice';
        answers[next.id] = isChoice ? { kind: 'chosen', chosen: [chosen] } : { kind: 'skipped' };
      }
      assert.equal(most, questionsFor(bank, asked, answers).length);
    }
  }
});

test('a question that an operator words for a relative must mark where the patient’s name goes [ASSESS-1]', () => {
  const [first, ...others] = bank.questions;
  assert.ok(first !== undefined);
  const asking = (askOther: object) =>
    questionBank.safeParse({ ...bank, questions: [{ ...first, askOther }, ...others] }).success;
  assert.ok(asking({ en: 'What brings {name}?' }));
  assert.ok(!asking({ en: 'What brings them?' }));
});

test('every question in a set of questions cites a source, and a question without a source is refused [ASSESS-1]', () => {
  const [first, ...others] = bank.questions;
  assert.ok(first !== undefined);
  const { source: _, ...unsourced } = first;
  assert.ok(!questionBank.safeParse({ ...bank, questions: [unsourced, ...others] }).success);
  const twice = { ...bank, questions: [first, ...others, first] };
  assert.ok(!questionBank.safeParse(twice).success);
});

test('an operator’s set of questions may use any supported language and must include English as fallback [ASSESS-1]', () => {
  const [first, ...others] = bank.questions;
  assert.ok(first !== undefined);
  const asking = (ask: object) =>
    questionBank.safeParse({ ...bank, questions: [{ ...first, ask }, ...others] }).data;
  const own = asking({ en: 'What brings you?' })?.questions[0]?.ask;
  assert.ok(own !== undefined);
  assert.equal(textIn(own, 'hi'), 'What brings you?');
  assert.equal(textIn(first.ask, 'hi'), 'क्या तकलीफ़ है, अपने शब्दों में बताएँ?');
  for (const refused of [{}, { hi: 'क्या हुआ?' }, { en: 'What?', xx: 'What?' }, { en: '' }]) {
    assert.equal(asking(refused), undefined, JSON.stringify(refused));
  }
});

test('the built-in questions exist in every language, and no text is unused [ASSESS-1]', () => {
  for (const language of languages) {
    const { signs, questions } = textsOf('questions', language);
    const inOrder = (ids: readonly string[]) => ids.toSorted();
    const asked = bank.questions.map(({ id }) => id);
    assert.deepEqual(inOrder(Object.keys(questions)), inOrder(asked), language);
    const ids = bank.signs.list.map(({ id }) => id);
    assert.deepEqual(inOrder(Object.keys(signs.list)), inOrder(ids), language);
    for (const { ask, label } of bank.questions) {
      assert.ok(ask[language] !== undefined && label[language] !== undefined, language);
    }
  }
});

/**
 * Reads the questions before a visit when the server starts: the built-in questions or an
 * operator's file. Refuses an invalid file and names the position of each error [ASSESS-1].
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { languages } from '@baari/contract/languages.gen.ts';
import { type QuestionBank, questionBank } from '@baari/contract/visit/question-bank.ts';
import { z } from 'zod';
import { ConfigError } from '../config.ts';
import { textsOf } from '../texts/texts.ts';

const ours = 'server/questions/before-visit.json';

/**
 * Reads the question file, the built-in one by default. Throws a ConfigError that lists each error
 * in the file.
 */
export async function readQuestionBank(file: string | undefined): Promise<QuestionBank> {
  if (file === undefined) return readOurs();
  return parsed(await readJson(file, file), file);
}

async function readJson(file: string | URL, name: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    const why = error instanceof SyntaxError ? `is not JSON: ${error.message}` : 'cannot be read';
    throw new ConfigError([`QUESTIONS_FILE: ${name} ${why}`]);
  }
}

function parsed(given: unknown, name: string): QuestionBank {
  const bank = questionBank.safeParse(given);
  if (bank.success) return bank.data;
  throw new ConfigError(
    bank.error.issues.map(
      ({ path, message }) => `QUESTIONS_FILE: ${name}, at ${path.join('.') || '(top)'}: ${message}`,
    ),
  );
}

const named = z.looseObject({ id: z.string() });
const withoutWords = z.looseObject({
  version: z.string(),
  signs: z.object({ list: z.array(named) }),
  questions: z.array(z.looseObject({ ...named.shape, options: z.array(named).optional() })),
});

/**
 * Converts a built-in text that contains a person's name to the form of an operator's file. In that
 * form `{name}` is replaced by the name.
 */
const withName = z
  .custom<(name: string) => string>((text) => typeof text === 'function')
  .transform((text) => text('{name}'));
const byId = z.record(z.string(), z.string());
const questionWords = z.strictObject({
  child: z.string(),
  signs: z.strictObject({ ask: z.string(), askOther: withName, label: z.string(), list: byId }),
  questions: z.record(
    z.string(),
    z.strictObject({
      ask: z.string(),
      askOther: withName.optional(),
      help: z.string().optional(),
      label: z.string(),
      options: byId.optional(),
    }),
  ),
});
type QuestionWords = z.infer<typeof questionWords>;

/**
 * Reads the built-in questions with the texts of `texts/<language>/questions.json`. Changed texts
 * result in another version of the questions.
 */
async function readOurs(): Promise<QuestionBank> {
  const url = new URL(`../../../${ours}`, import.meta.url);
  const { version, signs, questions, ...rest } = withoutWords.parse(await readJson(url, ours));
  const words = languages.map(
    (language) => [language, questionWords.parse(textsOf('questions', language))] as const,
  );
  const inEach = (pick: (said: QuestionWords) => string | undefined): Record<string, string> =>
    Object.fromEntries(
      words.flatMap(([language, said]) => {
        const text = pick(said);
        return text === undefined ? [] : [[language, text] as const];
      }),
    );
  const asked = {
    ...rest,
    child: inEach((said) => said.child),
    signs: {
      ask: inEach((said) => said.signs.ask),
      askOther: inEach((said) => said.signs.askOther),
      label: inEach((said) => said.signs.label),
      list: signs.list.map((sign) => ({
        ...sign,
        label: inEach((said) => said.signs.list[sign.id]),
      })),
    },
    questions: questions.map(({ options, ...question }) => {
      const inEachOfIt = (pick: (said: QuestionWords['questions'][string]) => string | undefined) =>
        inEach(({ questions: all }) => {
          const said = all[question.id];
          return said && pick(said);
        });
      const askOther = inEachOfIt((said) => said.askOther);
      const help = inEachOfIt((said) => said.help);
      return {
        ...question,
        label: inEachOfIt((said) => said.label),
        ask: inEachOfIt((said) => said.ask),
        ...(Object.keys(askOther).length === 0 ? {} : { askOther }),
        ...(Object.keys(help).length === 0 ? {} : { help }),
        ...(options && {
          options: options.map((option) => ({
            ...option,
            label: inEachOfIt((said) => said.options?.[option.id]),
          })),
        }),
      };
    }),
  };
  const hash = createHash('sha256').update(JSON.stringify(asked)).digest('hex').slice(0, 12);
  return parsed({ version: `${version}-${hash}`, ...asked }, ours);
}

/**
 * Reads the questions before a visit, ours or an operator's, once at start; a file that is not right is
 * refused there with the place named [ASSESS-1].
 */
import { readFile } from 'node:fs/promises';
import { type QuestionBank, questionBank } from '@baari/contract/question-bank.ts';
import { ConfigError } from '../config.ts';

const ours = new URL('../../questions/before-visit.json', import.meta.url);

/** Reads the file, ours unless an operator names one; throws a ConfigError with each place that is wrong. */
export async function readQuestionBank(file: string | undefined): Promise<QuestionBank> {
  const name = file ?? 'server/questions/before-visit.json';
  let given: unknown;
  try {
    given = JSON.parse(await readFile(file ?? ours, 'utf8'));
  } catch (error) {
    const why = error instanceof SyntaxError ? `is not JSON: ${error.message}` : 'cannot be read';
    throw new ConfigError([`QUESTIONS_FILE: ${name} ${why}`]);
  }
  const parsed = questionBank.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    parsed.error.issues.map(
      ({ path, message }) => `QUESTIONS_FILE: ${name}, at ${path.join('.') || '(top)'}: ${message}`,
    ),
  );
}

/**
 * Loads the questions before a visit when the server starts, and stores each version of the
 * questions in the database [ASSESS-1].
 */
import { ConfigError } from '../config.ts';
import type { Queryable } from '../platform/database/database.ts';
import { keepBank } from './assessments.store.ts';
import { readQuestionBank } from './question-bank.ts';
import type { QuestionBank } from '@baari/contract/visit/question-bank.ts';

/** Call once at start; throws a ConfigError if questions were changed without a new version. */
export async function openQuestions(
  db: Queryable,
  file: string | undefined,
): Promise<QuestionBank> {
  const bank = await readQuestionBank(file);
  if (await keepBank(db, bank)) return bank;
  throw new ConfigError([
    `QUESTIONS_FILE: version ${bank.version} was asked with other questions before: give the changed ones another version`,
  ]);
}

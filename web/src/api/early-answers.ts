/** What public/early.js has asked already; each answer is good for the first who wants it. */
type EarlyAnswers = Record<string, Promise<string> | undefined>;

declare global {
  /** Texts of answers by the name of the call; absent where that script did not run. */
  var baariEarlyAnswers: EarlyAnswers | undefined;
}

/** The text of the answer; undefined when it was not asked for, or could not be had. */
export async function takeEarlyAnswer(name: string): Promise<string | undefined> {
  const answers = globalThis.baariEarlyAnswers;
  const answer = answers?.[name];
  if (answers === undefined || answer === undefined) return undefined;
  answers[name] = undefined;
  try {
    return await answer;
  } catch {
    return undefined; // asked again, and told of, in the ordinary way
  }
}

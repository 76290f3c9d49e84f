/**
 * The functions with which the session clears cached data. The cache registers these functions, so
 * that the landing page need not load the cache.
 */
interface KeptAnswers {
  /** Deletes all cached data, because another person may sign in. */
  readonly forget: () => void;
  /** Stops further reads from the server, but keeps the loaded data. */
  readonly stop: () => void;
  /** Marks all cached data as stale. */
  readonly renew: () => void;
}

const kept: Partial<KeptAnswers>[] = [];

const all: KeptAnswers = {
  forget: () => each('forget'),
  stop: () => each('stop'),
  renew: () => each('renew'),
};

function each(what: keyof KeptAnswers): void {
  for (const place of kept) place[what]?.();
}

export function keptAnswers(): KeptAnswers {
  return all;
}

/**
 * Registers a data store permanently, so that the session can clear it: the cache, and any other
 * store that holds a patient's name.
 */
export function keepAnswersIn(place: Partial<KeptAnswers>): void {
  kept.push(place);
}

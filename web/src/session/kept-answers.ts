/**
 * The session's access to cached data. The cache registers itself, so that the landing page, which
 * has none, need not load it.
 */
interface KeptAnswers {
  /** Deletes everything, because another person may sign in. */
  readonly forget: () => void;
  /** Stops further reads and keeps the data. */
  readonly stop: () => void;
  /** Marks everything as stale. */
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

/** Registers a store permanently: the cache, and any other store with a patient's name. */
export function keepAnswersIn(place: Partial<KeptAnswers>): void {
  kept.push(place);
}

/**
 * What was read for whoever is signed in, as far as the session has to do with it. The cache names itself
 * here, so that a page without one, the front page, need not fetch it.
 */
interface KeptAnswers {
  /** Somebody else may be signed in from now on. */
  readonly forget: () => void;
  /** Nothing more is read; what is there stays. */
  readonly stop: () => void;
  /** All of it may be old. */
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

/** Names a place for good: the cache, and whatever else holds a patient's name for a while. */
export function keepAnswersIn(place: Partial<KeptAnswers>): void {
  kept.push(place);
}

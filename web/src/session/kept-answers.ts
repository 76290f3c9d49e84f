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

const none: KeptAnswers = {
  forget: () => undefined,
  stop: () => undefined,
  renew: () => undefined,
};

let kept = none;

export function keptAnswers(): KeptAnswers {
  return kept;
}

export function keepAnswersIn(cache: KeptAnswers): void {
  kept = cache;
}

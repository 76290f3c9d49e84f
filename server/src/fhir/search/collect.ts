/** Fills a page of a search from rows that were read in portions, with a bound on what is read. */
import type { Resource } from '../resources/resource.rules.ts';

/** A resource that may be in the answer, and the cursor from which the search goes on after it. */
export interface Candidate {
  readonly resource: Resource;
  readonly after: string;
  /** The patients whose data the resource shows. */
  readonly patientIds: readonly string[];
}

export interface Portion {
  readonly candidates: readonly Candidate[];
  /** Whether nothing follows. */
  readonly isLast: boolean;
}

export type ReadPortion = (after: string | undefined) => Promise<Portion>;

export interface Found {
  readonly candidates: readonly Candidate[];
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null;
}

/** How many resources one request looks at; then its page ends, and its next link goes on. */
const lookedAtMost = 1000;

/**
 * Reads portions until the page is full, nothing follows, or enough was looked at. A page may hold
 * fewer resources than asked for, even none, and still have a next one.
 */
export async function collect(
  read: ReadPortion,
  {
    cursor,
    count,
    fits,
  }: {
    readonly cursor: string | undefined;
    readonly count: number;
    readonly fits: (resource: Resource) => boolean;
  },
): Promise<Found> {
  const found: Candidate[] = [];
  let after = cursor;
  for (let looked = 0; looked < lookedAtMost; ) {
    const { candidates, isLast } = await read(after);
    for (const candidate of candidates) {
      if (found.length === count) return { candidates: found, next: after ?? null };
      after = candidate.after;
      looked += 1;
      if (fits(candidate.resource)) found.push(candidate);
    }
    if (isLast) return { candidates: found, next: null };
    // An empty portion that is not the last one would be read for ever.
    if (candidates.length === 0) throw new Error('A portion of a search was empty.');
  }
  return { candidates: found, next: after ?? null };
}

/** Reads several sources one after the other; the cursor begins with the number of the source. */
export function inSequence(sources: readonly ReadPortion[]): ReadPortion {
  return async (after) => {
    const [, at = '0', inner] = /^(\d):(.*)$/u.exec(after ?? '') ?? [];
    for (let index = Number(at); index < sources.length; index += 1) {
      const read = sources[index];
      if (read === undefined) break;
      const own = index === Number(at) ? inner : undefined;
      const { candidates, isLast } = await read(own === '' ? undefined : own);
      if (candidates.length === 0) continue;
      return {
        candidates: candidates.map((each) => ({ ...each, after: `${index}:${each.after}` })),
        isLast: isLast && index === sources.length - 1,
      };
    }
    return { candidates: [], isLast: true };
  };
}

/** All of a short list, in the order of their ids. */
export function fromList(resources: readonly Resource[]): ReadPortion {
  const sorted = resources.toSorted((one, other) => ((one.id ?? '') < (other.id ?? '') ? -1 : 1));
  return (after) => {
    const candidates = sorted
      .filter(({ id = '' }) => after === undefined || id > after)
      .map((resource) => ({ resource, after: resource.id ?? '', patientIds: [] }));
    return Promise.resolve({ candidates, isLast: true });
  };
}

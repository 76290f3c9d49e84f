/** Texts of one language, with those that it lacks taken from others. */

/** A text, or more of them under names or in order. */
export type Tree = string | readonly Tree[] | { readonly [name: string]: Tree };

/** The texts of one area in one language. */
interface Version {
  readonly language: string;
  readonly texts: Tree;
}

interface FilledTexts {
  readonly texts: Tree;
  /** The language of each text that was taken from a fallback, by its key. */
  readonly borrowed: ReadonlyMap<string, string>;
}

/** The area's own texts, with each missing one taken from the first fallback that has it; the last one has all. */
export function filledIn(own: Version, fallbacks: readonly Version[]): FilledTexts {
  const borrowed = new Map<string, string>();
  const texts = fallbacks.reduce(
    (known, { language, texts: theirs }) =>
      merged(known, theirs, {
        path: [],
        borrow(key) {
          borrowed.set(key, language);
        },
      }),
    own.texts,
  );
  return { texts, borrowed };
}

interface Place {
  readonly path: readonly string[];
  readonly borrow: (key: string) => void;
}

function merged(own: Tree | undefined, theirs: Tree, { path, borrow }: Place): Tree {
  if (typeof theirs === 'string') {
    if (own === undefined) borrow(path.join('.'));
    return own ?? theirs;
  }
  const children = new Map(
    own === undefined || typeof own === 'string' ? [] : Object.entries<Tree>(own),
  );
  for (const [key, child] of Object.entries<Tree>(theirs)) {
    // What the language has keeps its order.
    children.set(key, merged(children.get(key), child, { path: [...path, key], borrow }));
  }
  return Array.isArray(theirs) ? [...children.values()] : Object.fromEntries(children);
}

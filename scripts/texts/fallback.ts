/** Texts of one language, in which missing texts are taken from fallback languages. */

/** A text of the product, a list of texts, or an object with texts by name. */
export type Tree = string | readonly Tree[] | { readonly [name: string]: Tree };

/** The texts of one area of the product in one language. */
interface Version {
  readonly language: string;
  readonly texts: Tree;
}

interface FilledTexts {
  readonly texts: Tree;
  /** The fallback language from which each missing text was taken, by the text's key. */
  readonly borrowed: ReadonlyMap<string, string>;
}

/**
 * The area's texts in one language. Each missing text is taken from the first fallback language
 * that has it. The last fallback has all texts.
 */
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
    // Texts that the language itself has keep their order.
    children.set(key, merged(children.get(key), child, { path: [...path, key], borrow }));
  }
  return Array.isArray(theirs) ? [...children.values()] : Object.fromEntries(children);
}

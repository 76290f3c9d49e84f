import type { ReactNode } from 'react';

/** The format of the server's `tokenOf`. */
const token = /(\b[A-Z]{1,3}-\d{3,}\b)/;

/**
 * A text whose tokens do not wrap, because half of K-017 at a line's end is another patient's token
 * [ARR-3].
 */
export function WithTokens({ children }: { children: string }): ReactNode {
  return children.split(token).map((part, n) =>
    n % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text stand in its order
      <span key={n} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}

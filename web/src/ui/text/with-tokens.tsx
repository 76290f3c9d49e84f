import type { ReactNode } from 'react';

/**
 * The format of the token numbers that the function `tokenOf` on the server makes: letters, a dash,
 * digits.
 */
const token = /(\b[A-Z]{1,3}-\d{3,}\b)/;

/**
 * A text in which token numbers do not wrap. Half of K-017 at the end of a text line could be read
 * as another patient's number [ARR-3].
 */
export function WithTokens({ children }: { children: string }): ReactNode {
  return children.split(token).map((part, n) =>
    n % 2 === 0 ? (
      part
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the order of the parts of one text never changes
      <span key={n} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}

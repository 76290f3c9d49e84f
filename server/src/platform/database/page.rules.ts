/** Pages of a list, continued after the id of the last row (keyset pagination) [KEEP-9]. */

/** The page that the caller asks for. */
export interface PageWanted {
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface Page<Row> {
  readonly rows: Row[];
  /** The cursor of the next page; null on the last one. */
  readonly next: string | null;
}

/** Makes a page from rows that were read with one row more than the page holds. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  idOf: (row: Row) => string,
): Page<Row> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > limit && last !== undefined ? idOf(last) : null };
}

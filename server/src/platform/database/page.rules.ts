/** Pages of a list by the id of the last row of the page before [KEEP-9]. */

/** Which page is wanted. */
export interface PageWanted {
  readonly after?: string | undefined;
  readonly limit: number;
}

export interface Page<Row> {
  readonly rows: Row[];
  /** Asks for the page after this one; null where there is none. */
  readonly next: string | null;
}

/** A page of what was read with one row more than wanted. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  idOf: (row: Row) => string,
): Page<Row> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, next: rows.length > limit && last !== undefined ? idOf(last) : null };
}

/** Reads paginated lists page by page [KEEP-9]. */
import type { QueryClient, QueryKey } from '@tanstack/react-query';

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** The cursor of the next page; null on the last. */
  readonly next: string | null;
}

/**
 * The most pages of a list that are read when the whole list is needed, such as a hospital's
 * doctors.
 */
const pagesAtMost = 30;

/** Reads all pages; `after` is undefined for the first. */
export async function everyPage<Row>(
  read: (after: string | undefined) => Promise<Page<Row>>,
): Promise<Row[]> {
  return firstPages(read, pagesAtMost).then(({ rows }) => rows);
}

async function firstPages<P extends Page<unknown>>(
  read: (after: string | undefined) => Promise<P>,
  count: number,
): Promise<{ rows: P['rows'][number][]; last: P }> {
  const rows: P['rows'][number][] = [];
  let last = await read(undefined);
  rows.push(...last.rows);
  for (let page = 1; page < count && last.next !== null; page += 1) {
    last = await read(last.next);
    rows.push(...last.rows);
  }
  return { rows, last };
}

/**
 * How many pages of a list are loaded. This number is stored in the cache under a key of its own,
 * beside the list.
 */
export interface Extent {
  /** The number of pages that the user asked for. */
  readonly pages: number;
  /** The number of rows in the whole list at the last read. */
  readonly total: number;
  readonly hasMore: boolean;
}

export const nothingRead: Extent = { pages: 1, total: 0, hasMore: false };

export function extentKey(listKey: QueryKey): QueryKey {
  return ['extent', ...listKey];
}

/** Reads as many pages as the user asked for, and stores their number beside the list. */
export async function pagesAskedFor<Row>(
  client: QueryClient,
  listKey: QueryKey,
  read: (after: string | undefined) => Promise<Page<Row> & { readonly total: number }>,
): Promise<Row[]> {
  const key = extentKey(listKey);
  const { pages } = client.getQueryData<Extent>(key) ?? nothingRead;
  const { rows, last } = await firstPages(read, pages);
  const asked = client.getQueryData<Extent>(key)?.pages ?? pages;
  const extent: Extent = { pages: asked, total: last.total, hasMore: last.next !== null };
  client.setQueryData(key, extent);
  return rows;
}

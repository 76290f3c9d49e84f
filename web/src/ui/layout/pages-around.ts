/**
 * The page numbers to show in a pagination: the first, the last, and the neighbours of the current
 * page.
 */
export function pagesAround(page: number, pageCount: number): number[] {
  const wanted = new Set([1, page - 1, page, page + 1, pageCount]);
  return Array.from({ length: pageCount }, (_, index) => index + 1).filter((shown) =>
    wanted.has(shown),
  );
}

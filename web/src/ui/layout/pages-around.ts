/** The page numbers to show: the first, the last and those next to the current one. */
export function pagesAround(page: number, pageCount: number): number[] {
  const wanted = new Set([1, page - 1, page, page + 1, pageCount]);
  return Array.from({ length: pageCount }, (_, index) => index + 1).filter((shown) =>
    wanted.has(shown),
  );
}

/**
 * Builds something of parts that have to be closed again, the last opened first. They are where `build` has put
 * them; where it fails they are closed at once, and its error is thrown. (`await using` says the same, in words that the
 * check of imports cannot read yet.)
 */
export async function withOpenedParts<Built>(
  build: (opened: AsyncDisposableStack) => Promise<Built>,
): Promise<Built> {
  const opened = new AsyncDisposableStack();
  try {
    return await build(opened);
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

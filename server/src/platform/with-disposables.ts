/**
 * Builds an object from parts that must be closed, the part opened last being closed first. `build`
 * registers the parts; if it fails, the parts are closed at once and its error is thrown. (`await
 * using` would do the same, but dependency-cruiser cannot parse it yet.)
 */
export async function withDisposables<Built>(
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

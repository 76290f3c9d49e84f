/** Loaded into a server before it starts: collects garbage and reports its memory on request. */
process.on('message', (asked: unknown) => {
  if (asked !== 'memory') return;
  globalThis.gc?.();
  process.send?.({ residentBytes: process.memoryUsage.rss() });
});
// Listening to the parent must not keep a closed server running.
process.channel?.unref();

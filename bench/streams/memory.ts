/** Loaded into a server before it starts: collects garbage and tells its memory when asked. */
process.on('message', (asked: unknown) => {
  if (asked !== 'memory') return;
  globalThis.gc?.();
  process.send?.({ residentBytes: process.memoryUsage.rss() });
});
// Listening to its parent must not keep a server from ending.
process.channel?.unref();

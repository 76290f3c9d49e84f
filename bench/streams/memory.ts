/**
 * Loaded into a server before it starts. On request it collects garbage and reports the server's
 * memory.
 */
process.on('message', (asked: unknown) => {
  if (asked !== 'memory') return;
  globalThis.gc?.();
  process.send?.({ residentBytes: process.memoryUsage.rss() });
});
// The channel to the parent process must not keep a closed server running.
process.channel?.unref();

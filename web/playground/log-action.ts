declare global {
  interface Window {
    /** The callbacks that the shown component called, in order. */
    calls?: string[];
  }
}

/** Records that the shown component called a callback; the test reads the record. */
export function logAction(...words: readonly unknown[]): void {
  window.calls = [...(window.calls ?? []), words.map(String).join(' ')];
}

declare global {
  interface Window {
    /** What the component on the stage has called, in order. */
    calls?: string[];
  }
}

/** A callback of a component on the stage, for its test to read. */
export function logAction(...words: readonly unknown[]): void {
  window.calls = [...(window.calls ?? []), words.map(String).join(' ')];
}

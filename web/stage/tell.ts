declare global {
  interface Window {
    /** What the component on the stage has called, in order. */
    told?: string[];
  }
}

/** A callback of a component on the stage, for its test to read. */
export function tell(...words: readonly unknown[]): void {
  window.told = [...(window.told ?? []), words.map(String).join(' ')];
}

/**
 * Prints hospitals as lines of a terminal. Removes control characters that the founders typed
 * [SEC-20].
 */

export interface HospitalLine {
  readonly id: string;
  readonly state: string;
  readonly founded: Date;
  readonly name: string;
  readonly place: string;
  /** Notes about the hospital, each printed on a line of its own below the hospital's line. */
  readonly notes: readonly string[];
}

const headings = ['ID', 'STATE', 'FOUNDED', 'NAME AND PLACE'] as const;
const widths = [36, 11, 10] as const;

/**
 * Prints a heading and one line for each hospital. The name comes last, because its display width is unknown.
 */
export function hospitalTable(hospitals: readonly HospitalLine[]): string[] {
  return [
    line(headings),
    ...hospitals.flatMap(({ id, state, founded, name, place, notes }) => [
      line([id, state, founded.toISOString().slice(0, 10), plain(`${name} · ${place}`)]),
      ...notes.map((note) => `    ${plain(note)}`),
    ]),
  ];
}

function line(cells: readonly string[]): string {
  return cells
    .map((cell, index) => cell.padEnd(widths[index] ?? 0))
    .join('  ')
    .trimEnd();
}

/** Replaces control characters, and marks that reverse or hide text, by a dot. */
export function plain(text: string): string {
  return text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '·');
}

/** Tables as comma-separated values that spreadsheets show and never run [guarantees, security 12]. */

export type CsvCell = string | number | null;

/** What a spreadsheet takes for a formula, in the width of East Asian letters too. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/u;
/** Without it, Excel reads UTF-8 as something else. */
export const byteOrderMark = '﻿';

/** A row of a table; texts that begin like a formula get an apostrophe. */
export function csvLine(row: readonly CsvCell[]): string {
  return `${row.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = formulaStart.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

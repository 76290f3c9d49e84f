/**
 * Writes comma-separated values that spreadsheets show and never run as formulas [guarantees,
 * security 12].
 */

export type CsvCell = string | number | null;

/** Characters that start a formula in a spreadsheet, including their full-width forms. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/u;
/** After these characters a spreadsheet with another locale begins a new cell or row, even inside quotes. */
const partEnds = /(?<=[;\t\r\n])/u;
const formulaInside = /^[ "]*[=+\-@＝＋－＠]/u;
/** The byte order mark, without which Excel does not read the file as UTF-8. */
export const byteOrderMark = '﻿';

/**
 * Writes one CSV row. A text that starts a formula gets an apostrophe, at its beginning and after
 * another locale's separator.
 */
export function csvLine(row: readonly CsvCell[]): string {
  return `${row.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = withoutFormulas(cell);
  return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function withoutFormulas(cell: string): string {
  return cell
    .split(partEnds)
    .map((part, index) =>
      (index === 0 ? formulaStart : formulaInside).test(part) ? `'${part}` : part,
    )
    .join('');
}

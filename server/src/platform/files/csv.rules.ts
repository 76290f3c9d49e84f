/** Tables as comma-separated values that spreadsheets show and never run [guarantees, security 12]. */

export type CsvCell = string | number | null;

/** What a spreadsheet takes for a formula, in the width of East Asian letters too. */
const formulaStart = /^[=+\-@\t\r\n＝＋－＠]/u;
/** Behind these a spreadsheet of another country begins a new cell or a new row, quoted or not. */
const partEnds = /(?<=[;\t\r\n])/u;
const formulaInside = /^[ "]*[=+\-@＝＋－＠]/u;
/** Without it, Excel reads UTF-8 as something else. */
export const byteOrderMark = '﻿';

/** A row of a table; texts that begin like a formula, or hold one behind what parts cells elsewhere, get an apostrophe. */
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

/** Writes a table as a CSV file in small steps that yield to the event loop [SEC-16]. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { byteOrderMark, type CsvCell, csvLine } from './csv.rules.ts';

/**
 * How many rows are written before yielding to the event loop. That takes a few milliseconds for
 * the audit trail's widest rows.
 */
const rowsATurn = 200;

/**
 * Makes a whole CSV file with the headings as its first row. The table's rows are read only when
 * they are written.
 */
export async function csvFile(rows: Iterable<readonly CsvCell[]>): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  let text = byteOrderMark;
  let taken = 0;
  for (const row of rows) {
    text += csvLine(row);
    taken += 1;
    if (taken % rowsATurn > 0) continue;
    parts.push(encoder.encode(text));
    text = '';
    await nextTurn();
  }
  return Buffer.concat([...parts, encoder.encode(text)]);
}

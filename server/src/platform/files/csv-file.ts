/** A table as a file, made in turns: however long it is, others are answered meanwhile [SEC-16]. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { byteOrderMark, type CsvCell, csvLine } from './csv.rules.ts';

/** Of a trail's widest rows, a few milliseconds. */
const rowsATurn = 200;

/** The whole file, its first row the headings; rows are taken as they are needed. */
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

/**
 * Reads a list of doctors from a text: rows pasted from a spreadsheet, or a CSV file. A row has
 * name, email, phone, specialty, department and the minutes of a visit [VAL-3].
 */
import { newDoctor, type NewDoctor } from '@baari/contract/doctor/doctor.ts';
import { specialties } from '@baari/contract/hospital/specialties.ts';
import papaparse from 'papaparse';

/** The columns in the order in which they are read if the text has no row of headings. */
export const doctorColumns = [
  'name',
  'email',
  'phone',
  'specialty',
  'department',
  'visitMinutes',
] as const;
export type DoctorColumn = (typeof doctorColumns)[number];

export type FieldFault = { readonly column: DoctorColumn; readonly message: string };

export interface ListedDoctor {
  /** The place in the list; the first row is 1. */
  readonly number: number;
  /** The cells as read; two rows with the same cells have the same key. */
  readonly key: string;
  readonly cells: Readonly<Record<DoctorColumn, string>>;
  readonly doctor: NewDoctor | undefined;
  readonly faults: readonly FieldFault[];
  /** Whether an earlier row of the list has the same email address. */
  readonly isTwice: boolean;
}

export interface ListWords {
  /** The headings in the language of the page, beside the English column names. */
  readonly headings: Readonly<Record<DoctorColumn, string>>;
  /** A specialty's name in the language of the page. */
  readonly specialtyName: (specialty: string) => string;
}

/** The most rows that are read at once. */
export const maxListedDoctors = 100;

/**
 * Reads at most `maxListedDoctors` rows. A specialty outside the product's list becomes "Other",
 * with its name as the department; an empty department becomes the specialty.
 */
export function readDoctorList(text: string, words: ListWords): ListedDoctor[] {
  const { data } = papaparse.parse<string[]>(text.trim(), { skipEmptyLines: 'greedy' });
  const [first, ...others] = data;
  if (first === undefined) return [];
  const columns = headingsOf(first, words);
  const rows = columns === undefined ? data : others;
  const order = columns ?? doctorColumns;
  const seen = new Set<string>();
  return rows.slice(0, maxListedDoctors).map((row, index) => {
    const cells = cellsOf(row, order);
    const email = cells.email.toLowerCase();
    const isTwice = email !== '' && seen.has(email);
    seen.add(email);
    return { ...readDoctor(cells, words), number: index + 1, isTwice };
  });
}

/** Writes rows as a text that `readDoctorList` reads again. */
export function writeDoctorList(rows: readonly ListedDoctor[]): string {
  return papaparse.unparse(
    rows.map(({ cells }) => doctorColumns.map((column) => cells[column])),
    { newline: '\n' },
  );
}

function readDoctor(
  cells: ListedDoctor['cells'],
  words: ListWords,
): Omit<ListedDoctor, 'number' | 'isTwice'> {
  const key = JSON.stringify(cells);
  const minutes = cells.visitMinutes === '' ? null : Number(cells.visitMinutes);
  const parsed = newDoctor.safeParse({
    ...cells,
    ...fieldsOf(cells, words),
    visitMinutes: minutes,
  });
  if (parsed.success) return { key, cells, doctor: parsed.data, faults: [] };
  const faults = doctorColumns.flatMap((column) => {
    const issue = parsed.error.issues.find(({ path }) => path[0] === column);
    return issue === undefined ? [] : [{ column, message: issue.message }];
  });
  return { key, cells, doctor: undefined, faults };
}

function fieldsOf(
  { specialty, department }: ListedDoctor['cells'],
  { specialtyName }: ListWords,
): { specialty: string; department: string } {
  const known = specialties.find(
    (name) => isSame(name, specialty) || isSame(specialtyName(name), specialty),
  );
  return {
    specialty: known ?? (specialty === '' ? '' : 'Other'),
    department: department === '' ? (known ?? specialty) : department,
  };
}

/** The columns named by a first row of headings; undefined if the row is already a doctor. */
function headingsOf(
  row: readonly string[],
  { headings }: ListWords,
): readonly (DoctorColumn | undefined)[] | undefined {
  if (row.some((cell) => cell.includes('@'))) return undefined;
  const columns = row.map((cell) =>
    doctorColumns.find((name) => isSame(name, cell) || isSame(headings[name], cell)),
  );
  return columns.includes('name') ? columns : undefined;
}

function cellsOf(
  row: readonly string[],
  columns: readonly (DoctorColumn | undefined)[],
): ListedDoctor['cells'] {
  const cell = (column: DoctorColumn) => row[columns.indexOf(column)]?.trim() ?? '';
  return {
    name: cell('name'),
    email: cell('email'),
    phone: cell('phone'),
    specialty: cell('specialty'),
    department: cell('department'),
    visitMinutes: cell('visitMinutes'),
  };
}

function isSame(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

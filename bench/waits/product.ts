/** What a simulated clinic asks of the product: to take down what happens, and to tell the waits. */
import type { EntryRecord, LineRecord } from './record.ts';

/** A wait as it is told at a moment, minutes from then. */
export interface Telling {
  readonly ahead: number;
  readonly expected: number;
  readonly median: number;
  /** Before they are rounded for the eye. */
  readonly lower: number;
  readonly upper: number;
  /** The parts of the range: two where a break lies within. */
  readonly parts: readonly { readonly lower: number; readonly upper: number }[];
  /** As the patient reads it: when the upper end is, minutes from now. */
  readonly upperShown: number;
  /** Minutes until somebody with so long a way should set out; 0 or less: now. */
  readonly leaveIn: (way: number) => number;
}

/** The product, as one doctor's line meets it. */
export interface ProductLine {
  /** The day's rows; the doctor's plan is the product's own. */
  readonly dayBegins: (record: LineRecord) => void;
  readonly joined: (entry: EntryRecord, at: number) => void;
  /** Somebody was put in front, after joining. */
  readonly putInFront: (entry: EntryRecord, at: number) => void;
  /** Right before the row says so. */
  readonly started: (entry: EntryRecord, at: number) => void;
  readonly completed: (entry: EntryRecord, at: number) => void;
  readonly missed: (entry: EntryRecord, at: number) => void;
  readonly ended: (entry: EntryRecord, at: number) => void;
  readonly toldToLeave: (entry: EntryRecord, at: number) => void;
  /** So many minutes after joining, as the product chooses. */
  readonly setPoint: (entry: EntryRecord, minutes: number, at: number) => void;
  /** undefined where no wait is told. */
  readonly tell: (entry: EntryRecord, at: number) => Telling | undefined;
}

export interface ProductHospital {
  readonly openLine: (doctor: number) => ProductLine;
  /** As the server does every hour. */
  readonly refit: (at: number) => void;
}

export interface Product {
  readonly name: string;
  readonly setPoints: readonly number[];
  readonly openHospital: (facts: { readonly hasPlannedBreak: boolean }) => ProductHospital;
}

/** What a simulated clinic needs from the product: record events, and forecast waits. */
import type { EntryRecord, LineRecord } from './record.ts';

/** A wait told at a moment, in minutes from then. */
export interface Announcing {
  readonly ahead: number;
  /** false: the hours may end before the call, which the patient reads instead. */
  readonly isPromise: boolean;
  readonly expected: number;
  readonly median: number;
  /** Before rounding for display. */
  readonly lower: number;
  readonly upper: number;
  /** The parts of the range: two if a break lies within. */
  readonly parts: readonly { readonly lower: number; readonly upper: number }[];
  /** As the patient reads it: the upper end in minutes from now. */
  readonly upperShown: number;
  /** Minutes until a patient with this travel time should leave; 0 or less: now. */
  readonly leaveIn: (way: number) => number;
}

/** The product as one doctor's line uses it. */
export interface ProductLine {
  /** The day's rows; the doctor's plan is the product's own. */
  readonly dayBegins: (record: LineRecord) => void;
  readonly joined: (entry: EntryRecord, at: number) => void;
  /** The desk put a patient in front after joining. */
  readonly putInFront: (entry: EntryRecord, at: number) => void;
  /** Called right before the row changes. */
  readonly started: (entry: EntryRecord, at: number) => void;
  readonly completed: (entry: EntryRecord, at: number) => void;
  readonly missed: (entry: EntryRecord, at: number) => void;
  readonly ended: (entry: EntryRecord, at: number) => void;
  readonly notifiedToLeave: (entry: EntryRecord, at: number) => void;
  /** Minutes after joining at which the product makes promises. */
  readonly setPoint: (entry: EntryRecord, minutes: number, at: number) => void;
  /** undefined if the product shows no wait. */
  readonly announce: (entry: EntryRecord, at: number) => Announcing | undefined;
}

export interface ProductHospital {
  readonly openLine: (doctor: number) => ProductLine;
  /** Hourly, as in the server. */
  readonly refit: (at: number) => void;
}

export interface Product {
  readonly name: string;
  readonly setPoints: readonly number[];
  readonly openHospital: (facts: { readonly hasPlannedBreak: boolean }) => ProductHospital;
}

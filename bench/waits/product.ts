/**
 * The interface that the simulation requires of a forecasting application: the application records
 * events and forecasts waits.
 */
import type { EntryRecord, LineRecord } from './record.ts';

/** The wait that is announced to a patient, in minutes from the time of the announcement. */
export interface Announcing {
  readonly ahead: number;
  /**
   * Whether the announced wait counts as promised. False if the patient reads a warning that the
   * opening hours may end before the call.
   */
  readonly isPromise: boolean;
  readonly expected: number;
  readonly median: number;
  /** The lower end of the announced wait in minutes, before it is rounded for display. */
  readonly lower: number;
  readonly upper: number;
  /**
   * The parts of the announced range of waits, in minutes. There are two parts if a break is
   * between them.
   */
  readonly parts: readonly { readonly lower: number; readonly upper: number }[];
  /** The upper end of the announced wait in minutes, rounded as the patient reads it. */
  readonly upperShown: number;
  /**
   * Returns the minutes until a patient with this travel time should leave home; 0 or less means
   * now.
   */
  readonly leaveIn: (way: number) => number;
}

/** The forecasting application's interface for one doctor's queue. */
export interface ProductLine {
  /**
   * Notifies the application that a day begins with these rows of the queue. The application
   * already knows the doctor's plan.
   */
  readonly dayBegins: (record: LineRecord) => void;
  readonly joined: (entry: EntryRecord, at: number) => void;
  /**
   * Notifies the application that the desk put a patient at the front of the queue, after the
   * patient joined.
   */
  readonly putInFront: (entry: EntryRecord, at: number) => void;
  /**
   * Notifies the application that a patient is called in, before the patient's queue entry changes.
   */
  readonly started: (entry: EntryRecord, at: number) => void;
  readonly completed: (entry: EntryRecord, at: number) => void;
  readonly missed: (entry: EntryRecord, at: number) => void;
  readonly ended: (entry: EntryRecord, at: number) => void;
  readonly notifiedToLeave: (entry: EntryRecord, at: number) => void;
  /**
   * Notifies the application that the patient has waited this many minutes since joining. The
   * application then records the wait that it shows to the patient.
   */
  readonly setPoint: (entry: EntryRecord, minutes: number, at: number) => void;
  /** Returns the wait that the application shows to the patient; undefined if it shows none. */
  readonly announce: (entry: EntryRecord, at: number) => Announcing | undefined;
}

export interface ProductHospital {
  readonly openLine: (doctor: number) => ProductLine;
  /** Adjusts the forecast to the recorded waits; called every hour, as on the server. */
  readonly refit: (at: number) => void;
}

export interface Product {
  readonly name: string;
  readonly setPoints: readonly number[];
  readonly openHospital: (facts: { readonly hasPlannedBreak: boolean }) => ProductHospital;
}

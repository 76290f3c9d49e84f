/**
 * Whether the button "I'm here" may have been pressed by mistake: far from the hospital, or long
 * before or after the expected time [APPT-1, ARR-1].
 */

/** A geographical position in degrees. */
export interface Spot {
  readonly latitude: number;
  readonly longitude: number;
}

export type Doubt =
  | { readonly kind: 'place'; readonly kilometres: number }
  | { readonly kind: 'time'; readonly at: string; readonly isOver: boolean };

/** The hospital and the time at which a patient is expected. */
export interface Expected {
  readonly hospital: { readonly id: string; readonly name: string; readonly timeZone: string };
  /** When the patient is expected; null while this time is unknown. */
  readonly at: string | null;
}

/**
 * A person within this distance counts as at the hospital, because hospitals are large and
 * positions indoors are imprecise.
 */
const nearKilometres = 1;
const farMs = 45 * 60_000;

export interface Pressed {
  /** The device's position; undefined if it is unknown. */
  readonly here: Spot | undefined;
  readonly hospital: Spot | undefined;
  /** When the patient is expected; null while this time is unknown. */
  readonly expectedAt: string | null;
  readonly now: number;
}

/** The question to ask the patient before the check-in. Undefined if nothing suggests a mistake. */
export function doubtOf({ here, hospital, expectedAt, now }: Pressed): Doubt | undefined {
  if (here !== undefined && hospital !== undefined) {
    const kilometres = kilometresBetween(here, hospital);
    // A person at the hospital may check in at any time.
    return kilometres <= nearKilometres ? undefined : { kind: 'place', kilometres };
  }
  if (expectedAt === null) return undefined;
  const inMs = Date.parse(expectedAt) - now;
  return Math.abs(inMs) <= farMs ? undefined : { kind: 'time', at: expectedAt, isOver: inMs < 0 };
}

const earthKilometres = 6371;

/** The great-circle distance between two positions, in km. */
export function kilometresBetween(one: Spot, other: Spot): number {
  const half = (degrees: number) => Math.sin((degrees * Math.PI) / 360) ** 2;
  const cos = (degrees: number) => Math.cos((degrees * Math.PI) / 180);
  const share =
    half(one.latitude - other.latitude) +
    cos(one.latitude) * cos(other.latitude) * half(one.longitude - other.longitude);
  return 2 * earthKilometres * Math.asin(Math.sqrt(Math.min(1, share)));
}

/**
 * Whether "I'm here" may be a mistake: pressed far from the hospital, or far from the time [APPT-1,
 * ARR-1].
 */

/** A position in degrees. */
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
  /** null while unknown. */
  readonly at: string | null;
}

/** Hospitals are large, and positions indoors are imprecise. */
const nearKilometres = 1;
const farMs = 45 * 60_000;

export interface Pressed {
  /** undefined without a position of the device. */
  readonly here: Spot | undefined;
  readonly hospital: Spot | undefined;
  /** When the patient is expected; null while unknown. */
  readonly expectedAt: string | null;
  readonly now: number;
}

/** The question before the check-in; undefined if there is no doubt. */
export function doubtOf({ here, hospital, expectedAt, now }: Pressed): Doubt | undefined {
  if (here !== undefined && hospital !== undefined) {
    const kilometres = kilometresBetween(here, hospital);
    // At the hospital any time is fine.
    return kilometres <= nearKilometres ? undefined : { kind: 'place', kilometres };
  }
  if (expectedAt === null) return undefined;
  const inMs = Date.parse(expectedAt) - now;
  return Math.abs(inMs) <= farMs ? undefined : { kind: 'time', at: expectedAt, isOver: inMs < 0 };
}

const earthKilometres = 6371;

/** The great-circle distance. */
export function kilometresBetween(one: Spot, other: Spot): number {
  const half = (degrees: number) => Math.sin((degrees * Math.PI) / 360) ** 2;
  const cos = (degrees: number) => Math.cos((degrees * Math.PI) / 180);
  const share =
    half(one.latitude - other.latitude) +
    cos(one.latitude) * cos(other.latitude) * half(one.longitude - other.longitude);
  return 2 * earthKilometres * Math.asin(Math.sqrt(Math.min(1, share)));
}

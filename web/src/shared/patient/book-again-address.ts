/**
 * Addresses of pages on which the booking forms begin with something: those that book the same
 * again, and those of scheduling links [API-40]. Other parameters are ignored.
 */
import { type VisitKind, visitKinds } from '@baari/contract/constants.ts';

export interface BookAgain {
  readonly patientId?: string | undefined;
  readonly visitKind?: VisitKind | undefined;
  /** The day to begin with, YYYY-MM-DD. */
  readonly day?: string | undefined;
  /** The time to begin with, HH:MM on the hospital's clock. */
  readonly time?: string | undefined;
}

export function bookAgainAddress(
  doctorId: string,
  { patientId, visitKind, day }: BookAgain,
): string {
  const asked = new URLSearchParams({
    ...(patientId === undefined ? {} : { for: patientId }),
    ...(visitKind === undefined ? {} : { kind: visitKind }),
    ...(day === undefined ? {} : { day }),
  });
  return `/patient/doctor/${doctorId}?${asked}`;
}

/** What the address of the present page asks its forms to begin with. */
export function readBookAgain(search: string): BookAgain {
  const asked = new URLSearchParams(search);
  return {
    patientId: asked.get('for') ?? undefined,
    visitKind: visitKinds.find((kind) => kind === asked.get('kind')),
    day: /^\d{4}-\d{2}-\d{2}$/u.exec(asked.get('day') ?? '')?.[0],
    time: /^\d{2}:\d{2}$/u.exec(asked.get('time') ?? '')?.[0],
  };
}

/** Whether the address names a time to book, of this shared line or of the doctor of the page. */
export function asksToBook(search: string, lineId?: string): boolean {
  const { day, time } = readBookAgain(search);
  const asked = new URLSearchParams(search).get('line') ?? undefined;
  return day !== undefined && time !== undefined && asked === lineId;
}

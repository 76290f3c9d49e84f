/**
 * The address that books the same again: a doctor's page on which the forms begin with a person of
 * the account, a kind of visit and a day.
 */
import { type VisitKind, visitKinds } from '@baari/contract/constants.ts';

export interface BookAgain {
  readonly patientId?: string | undefined;
  readonly visitKind?: VisitKind | undefined;
  /** The day to begin with, YYYY-MM-DD. */
  readonly day?: string | undefined;
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
  };
}

/**
 * The address that books the same again: a doctor's page on which the forms begin with a person of
 * the account and a kind of visit.
 */
import { type VisitKind, visitKinds } from '@baari/contract/constants.ts';

export interface BookAgain {
  readonly patientId?: string | undefined;
  readonly visitKind?: VisitKind | undefined;
}

export function bookAgainAddress(doctorId: string, { patientId, visitKind }: BookAgain): string {
  const asked = new URLSearchParams({
    ...(patientId === undefined ? {} : { for: patientId }),
    ...(visitKind === undefined ? {} : { kind: visitKind }),
  });
  return `/patient/doctor/${doctorId}?${asked}`;
}

/** What the address of the present page asks its forms to begin with. */
export function readBookAgain(search: string): BookAgain {
  const asked = new URLSearchParams(search);
  return {
    patientId: asked.get('for') ?? undefined,
    visitKind: visitKinds.find((kind) => kind === asked.get('kind')),
  };
}

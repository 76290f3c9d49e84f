/** What all FHIR resources share: references, systems of identifiers, and the age band [API-33]. */
import type { AgeBand } from '@baari/contract/keys/answers.ts';
import type {
  Appointment,
  CodeableConcept,
  DocumentReference,
  Encounter,
  Extension,
  HealthcareService,
  Location,
  Organization,
  Patient,
  Practitioner,
  PractitionerRole,
  Reference,
  Schedule,
  Slot,
  StructureDefinition,
  Subscription,
} from '../r4.rules.ts';

export type Resource =
  | Appointment
  | DocumentReference
  | Encounter
  | HealthcareService
  | Location
  | Organization
  | Patient
  | Practitioner
  | PractitionerRole
  | Schedule
  | Slot
  | StructureDefinition
  | Subscription;

type Loose<T> = { readonly [K in keyof T]: T[K] | undefined };

/** The value without members that are undefined or empty lists, which FHIR forbids. */
export function present<T extends object>(value: Loose<T>): T {
  const kept = Object.entries(value).filter(
    ([, each]) => each !== undefined && !(Array.isArray(each) && each.length === 0),
  );
  // Only members that T allows to be absent were undefined.
  return Object.fromEntries(kept) as T;
}

export function referenceTo(type: Resource['resourceType'], id: string, display?: string) {
  return present<Reference>({ reference: `${type}/${id}`, display });
}

export function concept(system: string, code: string, display: string): CodeableConcept {
  return { coding: [{ system, code, display }] };
}

/** The system of the tokens that a hospital issues on a day, under the address of the FHIR server. */
export function tokenSystem(base: string, hospitalId: string, day: string): string {
  return `${base}/sid/token/${hospitalId}/${day}`;
}

export function patientSystem(base: string): string {
  return `${base}/sid/patient`;
}

/** The canonical address of one of the extensions that Baari defines. */
export function definitionUrl(base: string, name: 'queue-position' | 'age-band'): string {
  return `${base}/StructureDefinition/${name}`;
}

/** A patient in another resource. */
export interface Subject {
  readonly id: string;
  readonly name: string;
  readonly ageBand: AgeBand | undefined;
  readonly token?: { readonly day: string; readonly value: string } | undefined;
}

/** From where a mapping speaks: the server's address, the hospital, and whether names are shown. */
export interface Site {
  readonly base: string;
  readonly hospitalId: string;
  /** The scope `patients:read`: subjects are named and can be followed. */
  readonly showsPatients: boolean;
}

export function ageBandExtension(base: string, band: AgeBand | undefined): Extension[] {
  return band === undefined ? [] : [{ url: definitionUrl(base, 'age-band'), valueCode: band }];
}

/** The patient of a visit: without `patients:read` only the token and the age band [SEC-18]. */
export function subjectOf({ base, hospitalId, showsPatients }: Site, subject: Subject): Reference {
  const { id, name, token } = subject;
  return present<Reference>({
    type: 'Patient',
    reference: showsPatients ? `Patient/${id}` : undefined,
    display: showsPatients ? name : undefined,
    identifier: token && { system: tokenSystem(base, hospitalId, token.day), value: token.value },
    extension: ageBandExtension(base, subject.ageBand),
  });
}

/** The id of the location that stands for a doctor's room. */
export function roomId(doctorId: string): string {
  return `room-${doctorId}`;
}

/** The id of the encounter that stands for a visit of several stops. */
export function visitId(firstStopId: string): string {
  return `visit-${firstStopId}`;
}

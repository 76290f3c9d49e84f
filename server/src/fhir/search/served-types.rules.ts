/**
 * The resource types that the FHIR server serves, each with the scope of an API key that it needs
 * and its search parameters. Routes, searches and the CapabilityStatement are made of this table.
 */
import type { Scope } from '@baari/contract/keys/scopes.ts';
import { subscriptionScope } from '../subscriptions/topics.rules.ts';

export type ParameterType = 'token' | 'reference' | 'date';

export interface ServedType {
  readonly scope: Scope;
  readonly parameters: Readonly<Record<string, ParameterType>>;
  /** Parameters of which a search needs one. */
  readonly needsOneOf?: readonly string[];
  readonly about: string;
}

export const servedTypes = {
  Organization: { scope: 'lines:read', parameters: { _id: 'token' }, about: 'The hospital.' },
  Location: {
    scope: 'lines:read',
    parameters: { _id: 'token' },
    about: 'The hospital, waiting areas of shared lines, service points and rooms of doctors.',
  },
  HealthcareService: {
    scope: 'lines:read',
    parameters: { _id: 'token' },
    about: 'Departments and shared lines.',
  },
  Practitioner: {
    scope: 'lines:read',
    parameters: { _id: 'token' },
    about: 'Doctors. A search lists those who practise, and with _id also former ones.',
  },
  PractitionerRole: {
    scope: 'lines:read',
    parameters: { _id: 'token', practitioner: 'reference' },
    about: 'The work of a doctor at the hospital, with the same id as the Practitioner.',
  },
  Schedule: {
    scope: 'appointments:read',
    parameters: { _id: 'token', actor: 'reference' },
    about: 'The bookable times of a doctor or a shared line, with the id of either.',
  },
  Slot: {
    scope: 'appointments:read',
    parameters: { _id: 'token', schedule: 'reference', start: 'date', status: 'token' },
    needsOneOf: ['schedule', '_id'],
    about: 'Times to come. A search needs schedule or _id.',
  },
  Appointment: {
    scope: 'appointments:read',
    parameters: { _id: 'token', status: 'token', date: 'date', practitioner: 'reference' },
    about:
      'Bookings. With queue:read also requests for a place in a line that were not approved; an approved one is an Encounter with the same id.',
  },
  Encounter: {
    scope: 'queue:read',
    parameters: {
      _id: 'token',
      _lastUpdated: 'date',
      status: 'token',
      date: 'date',
      practitioner: 'reference',
      location: 'reference',
      identifier: 'token',
      'part-of': 'reference',
    },
    about:
      'Places in lines, and visits of several stops, newest first. The identifier is the token of the day.',
  },
  Patient: {
    scope: 'patients:read',
    parameters: { _id: 'token', identifier: 'token', phone: 'token' },
    needsOneOf: ['_id', 'identifier', 'phone'],
    about: 'Patients whom the hospital knows. A search needs an exact identifier or phone.',
  },
  DocumentReference: {
    scope: 'reports:read',
    parameters: { _id: 'token', date: 'date', patient: 'reference' },
    about:
      'That a report exists: kind, status, day and doctor; with patients:read also patient and title. No key reads the text or file of a report, so there is no Binary.',
  },
} as const satisfies Readonly<Record<string, ServedType>>;

export type ServedName = keyof typeof servedTypes;

export const servedNames = Object.keys(servedTypes) as readonly ServedName[];

/** The parameters of a type by name. */
export function parametersOf(name: ServedName): ReadonlyMap<string, ParameterType> {
  return new Map(Object.entries<ParameterType>(servedTypes[name].parameters));
}

/** The parameters of which a search of this type needs one; empty if it needs none. */
export function neededFor(name: ServedName): readonly string[] {
  const type: ServedType = servedTypes[name];
  return type.needsOneOf ?? [];
}

/** The scope of an API key that each type needs. */
export const scopeOfTypes: Readonly<Record<string, Scope>> = {
  ...Object.fromEntries(servedNames.map((name) => [name, servedTypes[name].scope])),
  Subscription: subscriptionScope,
};

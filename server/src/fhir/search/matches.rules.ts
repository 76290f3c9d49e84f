/** Whether a resource fits a search, by the meaning of each parameter in FHIR R4. */
import type { Identifier, Reference } from '../r4.rules.ts';
import type { Resource } from '../resources/resource.rules.ts';
import type { Asked, Criterion } from './asked.rules.ts';
import { isWithin, type Span } from './dates.rules.ts';

export function matches(resource: Resource, { criteria }: Asked, base: string): boolean {
  return criteria.every((criterion) => fits(resource, criterion, base));
}

function fits(resource: Resource, criterion: Criterion, base: string): boolean {
  switch (criterion.type) {
    case 'date': {
      const span = spanOf(resource, criterion.name);
      return span !== undefined && criterion.dates.some((date) => isWithin(span, date));
    }
    case 'reference': {
      const known = referencesOf(resource, criterion.name).flatMap(
        ({ reference }) => reference ?? [],
      );
      return criterion.values.some((value) => known.some((each) => isSame(each, value, base)));
    }
    case 'token':
      return criterion.values.some((value) => hasToken(resource, criterion.name, value));
  }
}

/** A reference may be asked for as id, as Type/id, or as the whole address. */
function isSame(reference: string, asked: string, base: string): boolean {
  const whole = asked.startsWith(`${base}/`) ? asked.slice(base.length + 1) : asked;
  return reference === whole || reference.split('/')[1] === whole;
}

/** The ids in the values of a reference parameter, whatever their form. */
export function idsIn(values: readonly string[]): string[] {
  return values.map((value) => value.split('/').at(-1) ?? value);
}

function hasToken(resource: Resource, name: string, value: string): boolean {
  if (name === '_id') return resource.id === value;
  if (name === 'status') return 'status' in resource && resource.status === value;
  if (name === 'identifier') return identifiersOf(resource).some((each) => isCalled(each, value));
  if (name !== 'phone' || resource.resourceType !== 'Patient') return false;
  const asked = value.startsWith('phone|') ? value.slice('phone|'.length) : value;
  const telecom = resource.telecom ?? [];
  return telecom.some(({ system, value: own }) => system === 'phone' && own === asked);
}

function identifiersOf(resource: Resource): readonly Identifier[] {
  const { resourceType: type } = resource;
  return type === 'Encounter' || type === 'Patient' ? (resource.identifier ?? []) : [];
}

/** `value`, `system|value`, `|value` for one without a system, or `system|` for any of a system. */
function isCalled({ system, value }: Identifier, asked: string): boolean {
  const at = asked.lastIndexOf('|');
  if (at === -1) return value === asked;
  const isOfSystem = (system ?? '') === asked.slice(0, at);
  return isOfSystem && (at === asked.length - 1 || value === asked.slice(at + 1));
}

function referencesOf(resource: Resource, name: string): readonly Reference[] {
  switch (resource.resourceType) {
    case 'Encounter':
      if (name === 'part-of') return resource.partOf === undefined ? [] : [resource.partOf];
      if (name === 'location') return (resource.location ?? []).map(({ location }) => location);
      return (resource.participant ?? []).flatMap(({ individual }) => individual ?? []);
    case 'Appointment':
      return resource.participant
        .flatMap(({ actor }) => actor ?? [])
        .filter(({ reference }) => reference?.startsWith('Practitioner/') === true);
    case 'PractitionerRole':
      return resource.practitioner === undefined ? [] : [resource.practitioner];
    case 'Schedule':
      return resource.actor;
    case 'Slot':
      return [resource.schedule];
    case 'DocumentReference':
      return resource.subject === undefined ? [] : [resource.subject];
    default:
      return [];
  }
}

function spanOf(resource: Resource, name: string): Span | undefined {
  if (name === '_lastUpdated') return instant(resource.meta?.lastUpdated);
  if (resource.resourceType === 'Slot') return instant(resource.start);
  if (resource.resourceType === 'Appointment') return instant(resource.start);
  if (resource.resourceType === 'DocumentReference') return instant(resource.date);
  if (resource.resourceType !== 'Encounter' || resource.period?.start === undefined) {
    return undefined;
  }
  const { start, end } = resource.period;
  return { from: Date.parse(start), to: end === undefined ? Infinity : Date.parse(end) };
}

function instant(text: string | undefined): Span | undefined {
  if (text === undefined) return undefined;
  const at = Date.parse(text);
  return { from: at, to: at };
}

/**
 * Checks FHIR resources by two outside programs: `fhir` knows the structures and required codes,
 * `fhirpath` evaluates the invariants that HL7 gives.
 */
import { createRequire } from 'node:module';
import fhirpath from 'fhirpath';
import r4 from 'fhirpath/fhir-context/r4';

interface Validator {
  validate(
    resource: object,
    options: { readonly errorOnUnexpected: boolean },
  ): {
    readonly messages: readonly {
      readonly severity: string;
      readonly location: string;
      readonly message: string;
    }[];
  };
}

// The compiler takes the types of "fhir" from another package of that name, which has no programs.
const { Fhir } = createRequire(import.meta.url)('fhir') as { readonly Fhir: new () => Validator };
const validator = new Fhir();

/** Invariants of hl7.org/fhir/R4, by the path of their element. */
const invariants: readonly (readonly [path: string, key: string, expression: string])[] = [
  ['Appointment', 'app-2', 'start.exists() = end.exists()'],
  [
    'Appointment',
    'app-3',
    "(start.exists() and end.exists()) or (status in ('proposed' | 'cancelled' | 'waitlist'))",
  ],
  [
    'Appointment',
    'app-4',
    "cancelationReason.exists() implies (status='noshow' or status='cancelled')",
  ],
  ['Appointment', 'app-1', 'participant.all(type.exists() or actor.exists())'],
  ['Bundle', 'bdl-1', "total.empty() or (type = 'searchset') or (type = 'history')"],
  ['Bundle', 'bdl-7', 'entry.where(fullUrl.exists()).select(fullUrl).isDistinct()'],
  [
    'CapabilityStatement',
    'cpb-2',
    '(description.count() + software.count() + implementation.count()) > 0',
  ],
  ['CapabilityStatement', 'cpb-9', 'rest.resource.select(type).isDistinct()'],
  ['CapabilityStatement', 'cpb-12', 'rest.resource.all(searchParam.select(name).isDistinct())'],
  ['CapabilityStatement', 'cpb-14', "(kind != 'instance') or implementation.exists()"],
  ['Organization', 'org-1', '(identifier.count() + name.count()) > 0'],
  [
    'Patient',
    'pat-1',
    'contact.all(name.exists() or telecom.exists() or address.exists() or organization.exists())',
  ],
  ['StructureDefinition', 'sdf-4', 'abstract = true or baseDefinition.exists()'],
  [
    'StructureDefinition',
    'sdf-5',
    "type != 'Extension' or derivation = 'specialization' or (context.exists())",
  ],
  [
    'StructureDefinition',
    'sdf-20',
    "differential.element.where(path.contains('.').not()).slicing.empty()",
  ],
];

/** Invariants of data types, which hold wherever one stands. */
const ofTypes: readonly (readonly [key: string, find: string, expression: string])[] = [
  [
    'per-1',
    'descendants().where($this is Period)',
    'start.empty() or end.empty() or (start <= end)',
  ],
  [
    'rng-2',
    'descendants().where($this is Range)',
    'low.empty() or high.empty() or (low.value <= high.value)',
  ],
  ['ext-1', 'descendants().where($this is Extension)', 'extension.exists() != value.exists()'],
  ['cpt-2', 'descendants().where($this is ContactPoint)', 'value.empty() or system.exists()'],
];

interface Checked {
  readonly resourceType: string;
}

/** What is wrong with a resource; empty for a valid one. */
export function problemsIn(resource: Checked): string[] {
  const { messages } = validator.validate(resource, { errorOnUnexpected: true });
  const structural = messages
    .filter(({ severity }) => severity === 'error')
    .map(({ location, message }) => `${location}: ${message}`);
  const broken = invariants
    .filter(
      ([type, , expression]) => type === resource.resourceType && !holds(resource, expression),
    )
    .map(([, key]) => key);
  const inTypes = ofTypes
    .filter(([, find, expression]) => !holds(resource, `${find}.all(${expression})`))
    .map(([key]) => key);
  return [...structural, ...broken, ...inTypes];
}

function holds(resource: Checked, expression: string): boolean {
  const results: unknown = fhirpath.evaluate(resource, expression, {}, r4, { async: false });
  return Array.isArray(results) && results[0] === true;
}

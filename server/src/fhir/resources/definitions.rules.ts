/** The extensions that Baari defines, as FHIR StructureDefinitions [API-35]. */
import { ageBands } from '@baari/contract/keys/answers.ts';
import type { ElementDefinition, StructureDefinition } from '../r4.rules.ts';
import { forecastMethod } from './encounter.rules.ts';
import { definitionUrl } from './resource.rules.ts';

interface Part {
  readonly name: string;
  readonly type: string;
  readonly min: number;
  readonly short: string;
}

const parts: readonly Part[] = [
  {
    name: 'place',
    type: 'positiveInt',
    min: 1,
    short: 'Place in the line: 1 is called next. Patients on hold count.',
  },
  {
    name: 'wait',
    type: 'Range',
    min: 0,
    short: 'Minutes until the call: 10 % of patients are called earlier, and 10 % later.',
  },
  {
    name: 'method',
    type: 'code',
    min: 0,
    short: `How the range is made; ${forecastMethod}: an 80 % interval, calibrated by the hospital's own past waits.`,
  },
  { name: 'asOf', type: 'instant', min: 1, short: 'When the place and the range were computed.' },
];

function partElements({ name, type, min, short }: Part): ElementDefinition[] {
  const path = 'Extension.extension';
  const id = `${path}:${name}`;
  return [
    { id, path, sliceName: name, short, min, max: '1' },
    { id: `${id}.extension`, path: `${path}.extension`, max: '0' },
    { id: `${id}.url`, path: `${path}.url`, fixedUri: name },
    { id: `${id}.value[x]`, path: `${path}.value[x]`, min: 1, type: [{ code: type }] },
  ];
}

function definition(
  base: string,
  name: 'queue-position' | 'age-band',
  about: {
    readonly title: string;
    readonly description: string;
    readonly on: string;
    readonly elements: readonly ElementDefinition[];
  },
): StructureDefinition {
  const url = definitionUrl(base, name);
  return {
    resourceType: 'StructureDefinition',
    id: name,
    url,
    version: '1.0.0',
    name: name === 'queue-position' ? 'QueuePosition' : 'AgeBand',
    title: about.title,
    status: 'active',
    description: about.description,
    fhirVersion: '4.0.1',
    kind: 'complex-type',
    abstract: false,
    context: [{ type: 'element', expression: about.on }],
    type: 'Extension',
    baseDefinition: 'http://hl7.org/fhir/StructureDefinition/Extension',
    derivation: 'constraint',
    differential: {
      element: [
        { id: 'Extension', path: 'Extension', short: about.title, definition: about.description },
        ...about.elements,
        { id: 'Extension.url', path: 'Extension.url', fixedUri: url },
      ],
    },
  };
}

/** The definition with this id; undefined for another id. */
export function definitionWith(base: string, id: string): StructureDefinition | undefined {
  switch (id) {
    case 'queue-position':
      return definition(base, id, {
        title: 'Queue position',
        description: 'The place of a waiting patient in a line, and the forecast of the wait.',
        on: 'Encounter',
        elements: parts.flatMap(partElements),
      });
    case 'age-band':
      return definition(base, id, {
        title: 'Age band',
        description: `The age of a patient in years, as one of: ${ageBands.join(', ')}.`,
        on: 'Element',
        elements: [
          {
            id: 'Extension.value[x]',
            path: 'Extension.value[x]',
            min: 1,
            type: [{ code: 'code' }],
          },
        ],
      });
    default:
      return undefined;
  }
}

/** The CapabilityStatement: what the FHIR server does, made of the table of served types [API-33]. */
import type { CapabilityStatement, CapabilityStatementRestResource } from './r4.rules.ts';
import {
  parametersOf,
  type ServedName,
  servedNames,
  servedTypes,
} from './search/served-types.rules.ts';

import {
  backport,
  subscriptionScope,
  topicNames,
  topics,
  topicUrl,
} from './subscriptions/topics.rules.ts';

/** What a parameter of a type means, where its name does not say it. */
const meanings: Readonly<Record<string, string>> = {
  'Appointment date': 'Appointment.start; a request has no start.',
  'Encounter date': 'Encounter.period; a planned encounter has none.',
  'DocumentReference date': 'When the report was written. Its own day is in attachment.creation.',
  'DocumentReference patient': 'Finds nothing without patients:read.',
  'Encounter _lastUpdated': 'Finds encounters that began at most 30 days before.',
};

function resourceOf(name: ServedName): CapabilityStatementRestResource {
  const { about, scope } = servedTypes[name];
  return {
    type: name,
    documentation: `${about} An API key needs the scope ${scope}.`,
    interaction: [{ code: 'read' }, { code: 'search-type' }],
    versioning: 'versioned',
    readHistory: false,
    updateCreate: false,
    conditionalCreate: false,
    conditionalRead: 'not-match',
    conditionalUpdate: false,
    conditionalDelete: 'not-supported',
    searchParam: [...parametersOf(name)].map(([parameter, type]) => {
      const documentation = meanings[`${name} ${parameter}`];
      return { name: parameter, type, ...(documentation && { documentation }) };
    }),
  };
}

/** Subscriptions R5 Backport 1.1.0; the extension lists the topics, as the guide wants it in R4. */
function subscriptionResource(base: string): CapabilityStatementRestResource {
  const about = topicNames.map((name) => `${topicUrl(base, name)}: ${topics[name].about}`);
  return {
    type: 'Subscription',
    extension: topicNames.map((name) => ({
      url: backport.topics,
      valueCanonical: topicUrl(base, name),
    })),
    supportedProfile: [backport.profile],
    documentation: `An API key needs the scope ${subscriptionScope} and that of the topic. Channel rest-hook; payload id-only or empty; one filter, line. ${about.join(' ')}`,
    interaction: [
      { code: 'create' },
      { code: 'read' },
      { code: 'delete' },
      { code: 'search-type' },
    ],
    versioning: 'versioned',
    readHistory: false,
    updateCreate: false,
    conditionalCreate: false,
    conditionalRead: 'not-match',
    conditionalUpdate: false,
    conditionalDelete: 'not-supported',
    searchParam: [
      { name: '_id', type: 'token' },
      { name: 'status', type: 'token' },
    ],
    operation: [
      { name: 'status', definition: backport.statusOperation },
      { name: 'events', definition: backport.eventsOperation },
    ],
  };
}

export interface ServerFacts {
  readonly base: string;
  readonly publicUrl: string;
  readonly version: string;
  /** When this version of the statement came into being, as a date. */
  readonly date: string;
}

export function capabilityStatement(facts: ServerFacts): CapabilityStatement {
  return {
    resourceType: 'CapabilityStatement',
    url: `${facts.base}/metadata`,
    name: 'Baari',
    title: 'Live queues and appointments of a hospital',
    status: 'active',
    date: facts.date,
    publisher: 'Baari',
    kind: 'instance',
    software: { name: 'Baari', version: facts.version },
    implementation: { description: 'Baari', url: facts.base },
    fhirVersion: '4.0.1',
    format: ['application/fhir+json', 'json'],
    rest: [
      {
        mode: 'server',
        security: {
          cors: false,
          service: [
            {
              coding: [
                {
                  system: 'http://terminology.hl7.org/CodeSystem/restful-security-service',
                  code: 'SMART-on-FHIR',
                },
              ],
            },
          ],
          extension: [
            {
              url: 'http://fhir-registry.smarthealthit.org/StructureDefinition/oauth-uris',
              extension: [{ url: 'token', valueUri: `${facts.publicUrl}/fhir/token` }],
            },
          ],
          description:
            'Send the API key of a hospital, or an access token of SMART Backend Services, as Authorization: Bearer. All resources are those of its hospital.',
        },
        resource: [
          ...servedNames.map(resourceOf),
          subscriptionResource(facts.base),
          {
            type: 'StructureDefinition',
            documentation: 'The extensions queue-position and age-band. Everybody may read them.',
            interaction: [{ code: 'read' }],
          },
        ],
      },
    ],
  };
}

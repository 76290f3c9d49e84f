/** Reduces an endpoint's answer to the fields that an API key may see [SEC-18]. */
import { nameOfEndpoint } from '@baari/contract/audited-endpoints.ts';
import type { Endpoint } from '@baari/contract/endpoint.ts';
import { answerForKey, isKeyed } from '@baari/contract/keys/answers.ts';
import type { IntegrationActor } from '../platform/actor.ts';
import type { Clock } from '../platform/clock.ts';
import type { Queryable } from '../platform/database/database.ts';
import { listAgeBands } from './age-bands.query.ts';

/**
 * The answer with age bands, without every field that the key may not see. The contract's schema
 * for keys lists the fields; parsing with it drops all others.
 */
export async function answerForIntegration(
  db: Queryable,
  clock: Clock,
  { hospitalId, scopes }: IntegrationActor,
  endpoint: Endpoint,
  value: unknown,
): Promise<unknown> {
  const name = nameOfEndpoint(endpoint);
  if (name === undefined || !isKeyed(name))
    throw new Error('An API key called a private endpoint.');
  const ids = new Set(patientsIn(value).map(({ patient }) => patient.id));
  const bands = await listAgeBands(db, hospitalId, [...ids], clock.now());
  const bandOf = (id: string) => bands.get(id) ?? null;
  return answerForKey(name, scopes).parse(withBands(value, bandOf));
}

/** An entry or an appointment: whatever in an answer is about one patient. */
interface OfPatient {
  readonly patient: { readonly id: string };
}

function isOfPatient(value: object): value is OfPatient {
  if (!('patient' in value)) return false;
  const { patient } = value;
  return typeof patient === 'object' && patient !== null && 'id' in patient;
}

function patientsIn(value: unknown): OfPatient[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(patientsIn);
  return isOfPatient(value) ? [value, ...inner] : inner;
}

function withBands(value: unknown, bandOf: (patientId: string) => string | null): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => withBands(each, bandOf));
  const copy = new Map<string, unknown>();
  for (const [name, each] of Object.entries(value)) copy.set(name, withBands(each, bandOf));
  if (isOfPatient(value)) copy.set('ageBand', bandOf(value.patient.id));
  return Object.fromEntries(copy);
}

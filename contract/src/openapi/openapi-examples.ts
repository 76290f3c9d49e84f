/** An example for a schema of the API document: made-up data, the same each time. */
import { z } from 'zod';
import type { Json } from './openapi-schemas.ts';

const id = '0b5cf1f2-7a53-4d0e-9f0b-3c1d5a7e9b21';
const sampleText = 'text';
const instant = '2026-03-12T05:30:00.000Z';

/** Example values by field name, for fields with rules that the schema does not state. */
const byName: Readonly<Record<string, unknown>> = {
  email: 'asha@example.com',
  adminEmail: 'asha@example.com',
  phone: '+919811000001',
  adminPhone: '+919811000001',
  phoneNumber: '+919811000001',
  name: 'Asha Verma',
  fullName: 'Asha Verma',
  patientName: 'Asha Verma',
  firstName: 'Asha',
  lastName: 'Verma',
  adminFirstName: 'Asha',
  adminLastName: 'Rao',
  hospitalName: 'Sanjeevani Hospital',
  doctorName: 'Dr. Meera Rao',
  department: 'Cardiology',
  specialty: 'Cardiology',
  city: 'Nagpur',
  state: 'Maharashtra',
  address: '12 Station Road',
  line1: '4 Lake Road',
  country: 'IN',
  zip: '440001',
  zipCode: '440001',
  zip_code: '440001',
  location: 'Nagpur, Maharashtra',
  timeZone: 'Asia/Kolkata',
  website: 'https://sanjeevani.example',
  token: 'C-017',
  room: 'Room 4',
  symptoms: 'A cough at night',
  notes: 'Bring the X-ray',
  reason: 'The doctor is ill today.',
  message: 'How do I change my email address?',
  title: 'Blood test',
  text: 'A cough at night',
  open: '09:00',
  close: '17:00',
  time: '10:30',
  from: '09:00',
  to: '17:00',
  password: 'correct horse battery',
  newPassword: 'correct horse battery',
  callbackURL: '/',
  url: 'https://baari.example/board#k7Qm2sXv9Lp4Rt8W',
  key: 'k7Qm2sXv9Lp4Rt8W',
  code: '123456',
  lastDigits: '4321',
  dateOfBirth: '1988-03-09',
  endpoint: 'https://push.example/send/made-up',
  search: 'Asha',
};

/** Example request bodies whose fields depend on each other, by the name of the endpoint. */
export const bodyExamples: Readonly<Record<string, object>> = {
  addPushDevice: {
    endpoint: 'https://fcm.googleapis.com/fcm/send/made-up',
    keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  },
  addHandOff: {
    lineId: '5f0d8b0e-7f1c-4a59-9d3e-0a1b2c3d4e5f',
    lines: [{ asks: 'Blood sugar', detail: 'fasting', isUrgent: true }],
  },
  correctHandOff: { lines: [{ asks: 'Blood sugar', detail: 'two hours after food' }] },
  setFollowUp: { count: 4, unit: 'weeks', reason: 'Blood pressure' },
  addVitals: { systolic: 118, diastolic: 76, pulse: 72, temperature: 37.1 },
  addWalkIn: { name: 'Asha Verma', phone: '+919811000001', doctorId: id },
  putInLine: { doctorId: id },
  addFamily: { people: [{ name: 'Asha Verma', phone: '+919811000001', doctorId: id }] },
};

/**
 * Makes an example value for a schema. `schemas` holds the named schemas that the schema may refer
 * to.
 */
export function exampleOf(schema: Json, schemas: Readonly<Record<string, Json>>): unknown {
  return sample(schema, { schemas, name: '', depth: 0 });
}

const prefix = '#/components/schemas/';

/** The place of a value within an example: the name of its field, and the depth. */
interface Spot {
  readonly schemas: Readonly<Record<string, Json>>;
  /** The name of the field. */
  readonly name: string;
  readonly depth: number;
}

function sample(schema: Json, spot: Spot): unknown {
  const { $ref, anyOf, oneOf, allOf, type, properties } = schema;
  if (typeof $ref === 'string') {
    return sample(spot.schemas[$ref.slice(prefix.length)] ?? {}, spot);
  }
  if ('const' in schema) return schema['const'];
  if ('default' in schema) return schema['default'];
  if (Array.isArray(schema['enum'])) return schema['enum'].at(0);
  const choices = [anyOf, oneOf, allOf].flatMap((each) => (each ?? []) as Json[]);
  if (choices.length > 0) return sampleOfChoices(choices, spot);
  if (typeof properties === 'object' && properties !== null) {
    return sampleOfFields(schema, properties as Record<string, Json>, spot);
  }
  if (type === 'array') return sampleOfList(schema, spot);
  return type === 'object' ? sampleOfMap(schema, spot) : plain(schema, spot.name);
}

function sampleOfChoices(choices: readonly Json[], spot: Spot): unknown {
  const isNullable = choices.some((each) => each['type'] === 'null');
  const first = choices.find((each) => each['type'] !== 'null') ?? {};
  // An optional field with a large value would only clutter the example, so it is null.
  const isLarge = ['$ref', 'properties', 'items', 'anyOf', 'oneOf'].some((key) => key in first);
  return isNullable && isLarge && spot.depth > 0 ? null : sample(first, spot);
}

/**
 * An example object for the fields of a schema. It has all fields at the top level, and only the
 * required fields in nested objects.
 */
function sampleOfFields(schema: Json, properties: Record<string, Json>, spot: Spot): object {
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const depth = spot.depth + 1;
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([key]) => required.has(key) || spot.depth === 0)
      .map(([key, field]) => [key, sample(field, { ...spot, name: key, depth })]),
  );
}

function sampleOfList({ items, minItems }: Json, spot: Spot): unknown[] {
  const { name, depth } = spot;
  if (depth > 1 && !(Number(minItems) > 0)) return [];
  if (typeof items !== 'object' || items === null) return [];
  const one = { ...spot, name: name.replace(/s$/u, ''), depth: depth + 1 };
  const item = sample(items as Json, one);
  return Array.from({ length: Math.max(Number(minItems ?? 1), 1) }, () => item);
}

function sampleOfMap(schema: Json, spot: Spot): object {
  const { required, additionalProperties } = schema;
  // Texts in several languages always have English.
  const isInLanguages = JSON.stringify(schema['propertyNames'] ?? '').includes('"en"');
  const keys: unknown[] = Array.isArray(required) ? required : isInLanguages ? ['en'] : [];
  const value = sample((additionalProperties ?? {}) as Json, { ...spot, depth: spot.depth + 1 });
  return Object.fromEntries(keys.map((key): [string, unknown] => [String(key), value]));
}

function plain(schema: Json, name: string): unknown {
  const { format, pattern, minimum, maximum, maxLength, minLength } = schema;
  const type: unknown = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
  if (type === 'boolean') return false;
  if (type === 'null') return null;
  if (type === 'integer' || type === 'number')
    return Math.min(Math.max(Number(minimum ?? 1), 1), Number(maximum ?? 1));
  if (type !== 'string') return 'any';
  if (format === 'uuid') return id;
  if (name.toLowerCase().endsWith('email')) return 'asha@example.com';
  if (format === 'date-time') return instant;
  if (format === 'date') return '2026-03-12';
  const known = byName[name];
  const isRight = (value: unknown): value is string =>
    typeof value === 'string' &&
    // Compiling this pattern is safe, because it comes from Baari's own API contract.
    (typeof pattern !== 'string' ||
      z.fromJSONSchema({ type: 'string', pattern }).safeParse(value).success) &&
    value.length <= Number(maxLength ?? value.length) &&
    value.length >= Number(minLength ?? 0);
  if (isRight(known)) return known;
  const tries = [
    'text',
    '10:30',
    '123456',
    'k7Qm2sXv9Lp4Rt8W',
    '+919811000001',
    'asha@example.com',
  ];
  return tries.find(isRight) ?? sampleText.padEnd(Number(minLength ?? 4), '-');
}

import { z } from 'zod';

/**
 * The JSON Schema of an answer or an event. It allows unknown fields, because answers and events get
 * new fields, and a program that checks them must not refuse these.
 */
export function answerSchema(schema: z.ZodType): Readonly<Record<string, unknown>> {
  const { $schema, ...json } = z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override({ jsonSchema }) {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return json;
}

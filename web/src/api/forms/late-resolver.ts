import type { FieldValues, Resolver } from 'react-hook-form';

/**
 * A form's validation that loads after the form is shown, because the schemas are heavy. If loading
 * fails, the form is sent as typed, and the server validates it.
 */
export function lateResolver<Values extends FieldValues>(
  load: () => Promise<Resolver<Values>>,
): Resolver<Values> {
  return async (values, context, options) => {
    const resolver = await load().catch(() => undefined);
    return resolver === undefined ? { values, errors: {} } : resolver(values, context, options);
  };
}

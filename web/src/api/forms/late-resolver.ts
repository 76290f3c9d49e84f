import { useCallback } from 'react';
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form';
import { useMessages } from '../../i18n/language.tsx';

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

/**
 * Like `lateResolver`, for a form whose validation also makes the request body. If loading fails,
 * nothing is sent, and the form's root error says that the network failed.
 */
export function useLateResolver<Values extends FieldValues, Sent>(
  load: () => Promise<Resolver<Values, unknown, Sent>>,
): Resolver<Values, unknown, Sent> {
  const { common } = useMessages();
  return useCallback<Resolver<Values, unknown, Sent>>(
    async (values, context, options) => {
      const resolver = await load().catch(() => undefined);
      if (resolver !== undefined) return resolver(values, context, options);
      const root = { type: 'load', message: common.networkFailed };
      return { values: {}, errors: { root } as FieldErrors<Values> };
    },
    [load, common],
  );
}

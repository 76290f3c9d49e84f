import type {
  FieldPath,
  FieldValues,
  RegisterOptions,
  UseFormRegisterReturn,
  UseFormReturn,
} from 'react-hook-form';
import { useFieldText } from '../problems/use-problem-text.ts';

/**
 * The props that bind a field component of `ui/` to a form: its registration and its translated
 * error.
 */
export type BoundField = UseFormRegisterReturn & { readonly error: string | undefined };

/** Binds the fields of a form by name; errors of the schema or the server are translated. */
export function useBoundField<Input extends FieldValues, Output extends FieldValues>(
  form: UseFormReturn<Input, unknown, Output>,
): <Name extends FieldPath<Input>>(
  name: Name,
  options?: RegisterOptions<Input, Name>,
) => BoundField {
  const fieldText = useFieldText();
  const { formState } = form;
  return (name, options) => ({
    ...form.register(name, options),
    error: fieldText(form.getFieldState(name, formState).error?.message),
  });
}

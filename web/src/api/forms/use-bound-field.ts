import type {
  FieldPath,
  FieldValues,
  RegisterOptions,
  UseFormRegisterReturn,
  UseFormReturn,
} from 'react-hook-form';
import { useFieldText } from '../use-problem-text.ts';

/** What a field of `ui/` takes to belong to a form: its registration, and its problem in words. */
export type BoundField = UseFormRegisterReturn & { readonly error: string | undefined };

/** Binds fields of a form by their names; what the rules or the server say comes in the reader's language. */
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

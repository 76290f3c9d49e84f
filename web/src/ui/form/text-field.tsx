import { withPlainDigits } from '@baari/contract/text/digits.ts';
import { Eye, EyeOff, Search, X } from 'lucide-react';
import { type ComponentProps, type InputEvent, type ReactNode, useId, useState } from 'react';
import { useMessages } from '../../i18n/language.tsx';
import { classNames } from '../class-names.ts';
import { controlLook, Field, type FieldTexts, inputHeight, useFieldIds } from './field.tsx';

export interface TextFieldProps extends ComponentProps<'input'>, FieldTexts {}

/**
 * A text field for one line of text. Spread the props of `register('name')` from react-hook-form
 * over the field.
 */
export function TextField({
  label,
  hint,
  error,
  labelNote,
  labelHidden,
  className,
  id: givenId,
  ...props
}: TextFieldProps): ReactNode {
  const ids = useFieldIds(givenId, { hint, error });
  const texts = { label, hint, error, labelNote, labelHidden };
  return (
    <Field {...texts} id={ids.id} className={className}>
      <input
        type="text"
        className={classNames(controlLook, inputHeight)}
        {...(props.type === 'number' ? { onBeforeInput: typePlainDigits } : {})}
        {...props}
        {...ids}
      />
    </Field>
  );
}

/** Converts digits of other scripts to 0–9, because a number input silently drops other digits. */
function typePlainDigits(event: InputEvent<HTMLInputElement>): void {
  const plain = withPlainDigits(event.data);
  if (plain === event.data) return;
  event.preventDefault();
  // Only `execCommand` inserts text and keeps the cursor, the selection and the undo history.
  document.execCommand('insertText', false, plain);
}

/** A password field with a button that makes the typed password visible. */
export function PasswordField({
  label,
  hint,
  error,
  labelNote,
  labelHidden,
  className,
  id: givenId,
  ...props
}: Omit<TextFieldProps, 'type'>): ReactNode {
  const t = useMessages();
  const [shown, setShown] = useState(false);
  const ids = useFieldIds(givenId, { hint, error });
  const texts = { label, hint, error, labelNote, labelHidden };
  return (
    <Field {...texts} id={ids.id} className={className}>
      <div className="relative">
        <input
          autoComplete="current-password"
          spellCheck={false}
          autoCapitalize="none"
          {...props}
          {...ids}
          type={shown ? 'text' : 'password'}
          className={classNames(controlLook, inputHeight, 'pe-12')}
        />
        <button
          type="button"
          aria-label={shown ? t.ui.hidePassword : t.ui.showPassword}
          aria-controls={ids.id}
          onClick={() => setShown(!shown)}
          className="absolute inset-y-0 inset-e-0 grid w-11 place-items-center rounded-control text-ink-soft transition-colors hover:text-ink"
        >
          {shown ? (
            <EyeOff aria-hidden="true" className="size-5" />
          ) : (
            <Eye aria-hidden="true" className="size-5" />
          )}
        </button>
      </div>
    </Field>
  );
}

export interface TextAreaProps extends ComponentProps<'textarea'>, FieldTexts {}

/**
 * A text field for several lines of text. The field grows with its text where the browser supports
 * it.
 */
export function TextArea({
  label,
  hint,
  error,
  labelNote,
  labelHidden,
  className,
  id: givenId,
  rows = 3,
  ...props
}: TextAreaProps): ReactNode {
  const ids = useFieldIds(givenId, { hint, error });
  const texts = { label, hint, error, labelNote, labelHidden };
  return (
    <Field {...texts} id={ids.id} className={className}>
      <textarea
        rows={rows}
        className={classNames(controlLook, 'field-sizing-content max-h-80 min-h-24 py-2')}
        {...props}
        {...ids}
      />
    </Field>
  );
}

export interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  className?: string;
  id?: string;
  /**
   * Called when Enter is pressed; a barcode scanner ends its input with Enter. Without this
   * callback, Enter submits the form.
   */
  onEnter?: () => void;
}

/** A search field with a label for screen readers and a clear button. */
export function SearchField({
  label,
  value,
  onChange,
  placeholder,
  className,
  id: givenId,
  onEnter,
}: SearchFieldProps): ReactNode {
  const t = useMessages();
  const madeId = useId();
  const id = givenId ?? madeId;
  return (
    <div className={classNames('relative min-w-0', className)}>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 inset-s-3 my-auto size-5 text-ink-soft"
      />
      <input
        id={id}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        value={value}
        placeholder={placeholder ?? label}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (onEnter === undefined || event.key !== 'Enter') return;
          // Enter in the search field must not submit the form around it.
          event.preventDefault();
          onEnter();
        }}
        className={classNames(
          controlLook,
          'placeholder-shown:text-ellipsis',
          inputHeight,
          'ps-10 [&::-webkit-search-cancel-button]:hidden',
          value !== '' && 'pe-11',
        )}
      />
      {value !== '' && (
        <button
          type="button"
          aria-label={t.ui.clearSearch}
          onClick={() => {
            onChange('');
            document.getElementById(id)?.focus();
          }}
          className="absolute inset-y-0 inset-e-0 grid w-11 place-items-center rounded-control text-ink-soft transition-colors hover:text-ink"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      )}
    </div>
  );
}

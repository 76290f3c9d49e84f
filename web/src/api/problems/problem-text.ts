/** The translated messages of a failed call or an invalid field [ERR-1]. */
import { type FieldMessageKey, fieldMessages } from '@baari/contract/fields.ts';
import type { Messages } from '../../i18n/areas.gen.ts';
import { ApiProblem } from './problem.ts';

/**
 * The translated text for the error code of a refusal. While no translations are loaded, the
 * server's English text is used. Undefined for a response without a message, because the caller has
 * a better text than the HTTP status.
 */
export function problemText(
  failure: unknown,
  texts: Messages['refusals'] | undefined,
  networkFailed: string,
): string | undefined {
  if (!(failure instanceof ApiProblem)) return undefined;
  if (failure.code === 'network') return networkFailed;
  if (failure.isWordless && !isKnown(failure.code, texts)) return undefined;
  if (texts === undefined) return failure.message;
  const { details } = failure;
  const [first] = typeof details === 'object' ? details : [];
  if (first) return `${first.param}: ${fieldText(first.msg, texts)}`;
  return isCode(failure.code, texts.codes) ? texts.codes[failure.code] : failure.message;
}

/** Translates a schema's error message. A message that is not in the contract stays unchanged. */
export function fieldText(message: string, texts: Messages['refusals'] | undefined): string {
  const key = keysByMessage.get(message);
  return key === undefined || texts === undefined ? message : texts.fields[key];
}

const keysByMessage: ReadonlyMap<string, FieldMessageKey> = new Map(
  Object.keys(fieldMessages)
    .filter(isFieldMessageKey)
    .map((key) => [fieldMessages[key], key]),
);

function isFieldMessageKey(key: string): key is FieldMessageKey {
  return Object.hasOwn(fieldMessages, key);
}

function isKnown(code: string, texts: Messages['refusals'] | undefined): boolean {
  return texts !== undefined && isCode(code, texts.codes);
}

function isCode<Codes extends object>(code: PropertyKey, codes: Codes): code is keyof Codes {
  return Object.hasOwn(codes, code);
}

/** Errors of the ABDM gateway, which come in six shapes. Pure [API-37]. */

/** An error answer of the gateway. */
export interface GatewayError {
  readonly status: number;
  /** Such as ABDM-1006 or 900901; null if the answer names none. */
  readonly code: string | null;
  /** For the log: the gateway's own words without values, or an empty text. */
  readonly message: string;
}

const longestMessage = 200;
const codePattern = /^(?<code>ABDM-\d{4}|\d{3,6})(?:[:\s]*)$/u;

/** Reads an error from an answer's status and body, in any of the gateway's shapes. */
export function gatewayErrorOf(status: number, body: string): GatewayError {
  const found = errorIn(parsed(body));
  return { status, code: found?.code ?? null, message: found?.message ?? '' };
}

interface Found {
  readonly code: string | null;
  readonly message: string;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // A refusal of the proxy before the gateway is plain text, such as Forbidden.
    return undefined;
  }
}

function errorIn(value: unknown): Found | undefined {
  if (Array.isArray(value)) return errorIn(value[0]);
  if (!isRecord(value)) return undefined;
  const { error } = value;
  if (isRecord(error) || Array.isArray(error)) return errorIn(error);
  const code = codeOf(value['code']);
  const message = textOf(value['message']);
  if (code !== null || message !== '') return { code, message };
  // The name of the refused field is the key. Its text may repeat what was sent.
  const field = Object.keys(value).find((key) => key !== 'timestamp');
  return field === undefined ? undefined : { code: null, message: field.slice(0, longestMessage) };
}

function codeOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : textOf(value);
  return codePattern.exec(text)?.groups?.['code'] ?? null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim().slice(0, longestMessage) : '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether the same call may succeed later: the gateway or the session is in trouble. */
export function mayRetry({ status }: Pick<GatewayError, 'status'>): boolean {
  return status === 401 || status === 408 || status === 429 || status >= 500;
}

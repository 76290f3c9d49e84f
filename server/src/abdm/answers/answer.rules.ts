/** What ABDM is told about a share, and when an answer is tried again. Pure [API-38]. */
import { type GatewayError, mayRetry } from '../gateway/gateway-error.rules.ts';

/** How long the patient's app shows the token, in seconds. A scan after that shows it again. */
export const tokenSeconds = 1800;

export interface AnswerTo {
  readonly requestId: string;
  readonly counterCode: string;
  /** The place that the patient has; undefined if none was made. */
  readonly place: { readonly token: string; readonly abhaAddress: string } | undefined;
  readonly refusal: string | null;
}

/** Why no place was made, in words that the patient's app may show. */
const refusalTexts: Readonly<Record<string, string>> = {
  unknown_hospital: 'This hospital does not take part here. Please go to the reception.',
  unknown_counter: 'This QR code is no longer in use. Please go to the reception.',
  other_intent: 'This hospital only registers patients by QR code.',
  line_closed: 'This line is closed now. Please go to the reception.',
  doctor_not_available: 'The doctor is not available now. Please go to the reception.',
  hospital_closed: 'This hospital takes no patients here. Please go to the reception.',
  line_full_today: 'This line is full today. Please go to the reception.',
  line_requests_over: 'This line takes nobody any more today. Please go to the reception.',
  line_full_now: 'This line is full at the moment. Please go to the reception.',
  already_in_queue: 'You already have a place in another line.',
};
const otherRefusal = 'No place could be given. Please go to the reception.';

/** The codes of ABDM: no data found, invalid request, unknown problem. */
const refusalCodes: Readonly<Record<string, string>> = {
  unknown_hospital: 'ABDM-1001',
  unknown_counter: 'ABDM-1001',
  other_intent: 'ABDM-1006',
};
const otherCode = 'ABDM-9999';

/** The body of on-share: an acknowledgement or an error, never both. */
export function onShareBody({ requestId, counterCode, place, refusal }: AnswerTo): object {
  const response = { requestId };
  if (place === undefined) {
    const code = refusalCodes[refusal ?? ''] ?? otherCode;
    const message = refusalTexts[refusal ?? ''] ?? otherRefusal;
    return { error: { code, message }, response };
  }
  const { token, abhaAddress } = place;
  const profile = { context: counterCode, tokenNumber: token, expiry: String(tokenSeconds) };
  return { acknowledgement: { status: 'SUCCESS', abhaAddress, profile }, response };
}

/** The waits in ms after each failed try; the first ones are short, because the app waits 30 s. */
const waitsMs = [1000, 2000, 4000, 8000, 15_000, 60_000, 120_000, 300_000] as const;

/**
 * When a failed answer is tried again; undefined if it never is. `error` is undefined if the
 * gateway gave no answer at all.
 */
export function nextTry(
  tries: number,
  error: GatewayError | undefined,
  now: Date,
): Date | undefined {
  if (error !== undefined && !mayRetry(error)) return undefined;
  const wait = waitsMs[tries - 1];
  return wait === undefined ? undefined : new Date(now.getTime() + wait);
}

/** The result that the sign-in popup sends to the page that opened it [LOGIN-2]. */

/**
 * The name of a broadcast channel. The channel is needed because a sign-in provider can cut the
 * `opener` reference.
 */
export const popupChannel = 'baari-sign-in';

const refusals = [
  'second_factor_required',
  'account_not_linked',
  'not_hospital_staff',
  'hospital_sign_in_failed',
  'provider_failed',
] as const;
export type PopupRefusal = (typeof refusals)[number];

export type PopupOutcome =
  | { readonly kind: 'signed-in' }
  | { readonly kind: 'refused'; readonly code: PopupRefusal };

/** Reads the sign-in result from the popup's URL. An unknown code counts as a failure. */
export function outcomeInAddress(search: URLSearchParams): PopupOutcome {
  const error = search.get('error');
  if (error === null) return { kind: 'signed-in' };
  return { kind: 'refused', code: refusals.find((code) => code === error) ?? 'provider_failed' };
}

/** Parses a message of the broadcast channel. Returns undefined for an unknown message. */
export function readOutcome(message: unknown): PopupOutcome | undefined {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return undefined;
  if (message.kind === 'signed-in') return { kind: 'signed-in' };
  const code = 'code' in message ? refusals.find((known) => known === message.code) : undefined;
  return message.kind === 'refused' && code !== undefined ? { kind: 'refused', code } : undefined;
}

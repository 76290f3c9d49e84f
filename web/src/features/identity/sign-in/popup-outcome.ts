/** What the sign-in popup tells the page that opened it, when it is back on this site [LOGIN-2]. */

/** The channel both listen on: unlike `opener`, it survives a provider that cuts the tie. */
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

/** By the address that the server sends the popup to; a code that is not known counts as a failure. */
export function outcomeInAddress(search: URLSearchParams): PopupOutcome {
  const error = search.get('error');
  if (error === null) return { kind: 'signed-in' };
  return { kind: 'refused', code: refusals.find((code) => code === error) ?? 'provider_failed' };
}

/** A message of the channel; undefined for one that is not ours. */
export function readOutcome(message: unknown): PopupOutcome | undefined {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return undefined;
  if (message.kind === 'signed-in') return { kind: 'signed-in' };
  const code = 'code' in message ? refusals.find((known) => known === message.code) : undefined;
  return message.kind === 'refused' && code !== undefined ? { kind: 'refused', code } : undefined;
}

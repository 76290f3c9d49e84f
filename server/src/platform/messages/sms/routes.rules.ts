/** Which provider sends to which country [MSG-4]. */
import { callingCode } from './calling-code.rules.ts';

export const providerNames = ['twilio', 'gateway'] as const;
export type ProviderName = (typeof providerNames)[number];

/** Providers in the order of use, by calling code without the plus; `*` stands for all others. */
export type ProviderOrder = ReadonlyMap<string, readonly ProviderName[]>;

/** Parses a setting such as +91=gateway/twilio,*=twilio; undefined if it is malformed. */
export function readProviderOrder(text: string): ProviderOrder | undefined {
  const order = new Map<string, readonly ProviderName[]>();
  for (const part of text.split(',')) {
    const [code = '', names = '', ...more] = part.split('=').map((side) => side.trim());
    const providers = names.split('/').map((name) => providerNames.find((one) => one === name));
    const known = providers.filter((name) => name !== undefined);
    const name = code.replace(/^\+/u, '');
    if (more.length > 0 || known.length < providers.length || order.has(name)) return undefined;
    if (!/^(?:\d{1,3}|\*)$/u.test(name)) return undefined;
    if (name !== '*' && callingCode(`${name}0000000000`) !== name) return undefined;
    order.set(name, known);
  }
  return order;
}

/**
 * The order without a setting: the gateway first in countries that require registered texts, and
 * Twilio after it and everywhere else.
 */
export function usualOrder(
  configured: readonly ProviderName[],
  registeredIn: readonly string[],
): ProviderOrder {
  const everywhere = configured.filter((name) => name === 'twilio');
  const inRegistered = providerNames.toReversed().filter((name) => configured.includes(name));
  return new Map([
    ...registeredIn.map((code) => [code, inRegistered] as const),
    ['*', everywhere] as const,
  ]);
}

/** The providers for a country; none if no text messages go there. */
export function providersFor(order: ProviderOrder, code: string): readonly ProviderName[] {
  return order.get(code) ?? order.get('*') ?? [];
}

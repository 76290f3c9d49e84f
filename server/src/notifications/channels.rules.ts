/** The channels over which a person gets messages: the chosen ones, and only verified addresses. */
import type { ChannelReach } from '@baari/contract/patient/notification.ts';

export interface Reachable {
  readonly email: string | null;
  readonly emailVerified: boolean;
  /** The person's verified phone number; null if there is none. */
  readonly phone: string | null;
  /** Whether the person gets mail; null if never chosen, so that the default applies. */
  readonly notifyEmail: boolean | null;
  readonly notifySms: boolean | null;
  readonly notifyPush: boolean | null;
}

export interface ChosenChannels {
  readonly email: boolean;
  readonly sms: boolean;
  readonly push: boolean;
}

/** The channels of a person who has chosen none. */
export const usualChannels: ChosenChannels = { email: true, sms: false, push: false };

/**
 * The channels over which the person gets messages. Mail is on unless it was switched off; SMS and
 * push are on only if they were switched on.
 */
export function chosenChannels(person: Reachable): ChosenChannels {
  return {
    email: person.notifyEmail ?? usualChannels.email,
    sms: person.notifySms ?? usualChannels.sms,
    push: person.notifyPush ?? usualChannels.push,
  };
}

export function emailReach({ email, emailVerified }: Reachable): ChannelReach {
  if (email === null) return 'missing';
  return emailVerified ? 'ready' : 'unverified';
}

/**
 * Whether a person can get SMS, and if not, why; `canSend` is whether this installation has an SMS
 * provider.
 */
export function smsReach({ phone }: Reachable, canSend: boolean): ChannelReach {
  if (!canSend) return 'not_offered';
  return phone === null ? 'missing' : 'ready';
}

/** The email address and the phone number to which a person's messages are sent now. */
export function addressesOf(person: Reachable): {
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly takesPush: boolean;
} {
  const chosen = chosenChannels(person);
  const isMailable = chosen.email && person.email !== null && person.emailVerified;
  return {
    email: isMailable && person.email !== null ? person.email : undefined,
    phone: chosen.sms && person.phone !== null ? person.phone : undefined,
    takesPush: chosen.push,
  };
}

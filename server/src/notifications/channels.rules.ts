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
  /** The number to which the person agreed to get messages on WhatsApp. */
  readonly whatsappPhone: string | null;
}

export interface ChosenChannels {
  readonly email: boolean;
  readonly sms: boolean;
  readonly push: boolean;
  readonly whatsapp: boolean;
}

/** The channels of a person who has chosen none. */
export const usualChannels: ChosenChannels = {
  email: true,
  sms: false,
  push: false,
  whatsapp: false,
};

/**
 * The channels over which the person gets messages. Mail is on unless it was switched off; the
 * others are on only if they were switched on. Consent to WhatsApp is for one phone number.
 */
export function chosenChannels(person: Reachable): ChosenChannels {
  return {
    email: person.notifyEmail ?? usualChannels.email,
    sms: person.notifySms ?? usualChannels.sms,
    push: person.notifyPush ?? usualChannels.push,
    whatsapp: person.phone !== null && person.whatsappPhone === person.phone,
  };
}

export function emailReach({ email, emailVerified }: Reachable): ChannelReach {
  if (email === null) return 'missing';
  return emailVerified ? 'ready' : 'unverified';
}

/**
 * Whether a person can get SMS, or messages on WhatsApp, and if not, why; `canSend` is whether this
 * installation sends them.
 */
export function phoneReach({ phone }: Reachable, canSend: boolean): ChannelReach {
  if (!canSend) return 'not_offered';
  return phone === null ? 'missing' : 'ready';
}

/** The email address and the phone number to which a person's messages are sent now. */
export function addressesOf(person: Reachable): {
  readonly email: string | undefined;
  readonly phone: string | undefined;
  readonly whatsapp: string | undefined;
  readonly takesPush: boolean;
} {
  const chosen = chosenChannels(person);
  const isMailable = chosen.email && person.email !== null && person.emailVerified;
  return {
    email: isMailable && person.email !== null ? person.email : undefined,
    phone: chosen.sms && person.phone !== null ? person.phone : undefined,
    whatsapp: chosen.whatsapp && person.phone !== null ? person.phone : undefined,
    takesPush: chosen.push,
  };
}

/**
 * How long, in milliseconds, a message on WhatsApp may stay undelivered before the text message
 * follows that the person has chosen too [MSG-10].
 */
export function patienceMs(isUrgent: boolean): number {
  return (isUrgent ? 1 : 5) * 60_000;
}

const importantKinds: ReadonlySet<string> = new Set(['called', 'leave_now']);

/** Whether staff must know that no message of this kind reached the patient [MSG-6]. */
export function isImportant(kind: string): boolean {
  return importantKinds.has(kind);
}

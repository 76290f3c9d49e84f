/** The daily limits of messages to phones, which cost money: by kind and receiver, and by country [SEC-21]. */
import type { Clock } from '../../clock.ts';
import { mayReceive } from '../send-budget.ts';
import type { Parties, SendKind } from '../send-budget.rules.ts';
import { callingCode } from './calling-code.rules.ts';
import { type SmsLimitOptions, takeSmsOfCountry } from './sms-limit.ts';

export interface PaidMessage {
  readonly kind: SendKind;
  readonly hospital?: Parties['hospital'];
  readonly network?: string | undefined;
  /** The receiver's number in E.164 form. */
  readonly to: string;
}

/**
 * Counts the message and sends it; false if a limit is reached. A failed attempt is not counted.
 */
export async function sendWithinLimits(
  options: SmsLimitOptions & { readonly clock: Clock },
  { kind, hospital, network, to }: PaidMessage,
  jobId: number,
  send: () => Promise<void>,
): Promise<boolean> {
  const { db, clock, log } = options;
  const now = clock.now();
  const { isAllowed, giveBack } = await mayReceive(
    db,
    kind,
    { hospital, network, receiver: to },
    now,
  );
  const unsent = { kind, job: jobId, country: callingCode(to) };
  if (!isAllowed) {
    log.warn(
      unsent,
      "A message to a phone was dropped because the day's budget of its kind is used up. See docs/operations.md, 'Message limits'.",
    );
    return false;
  }
  const country = await takeSmsOfCountry(options, to, now);
  if (!country.isAllowed) {
    await giveBack();
    log.error(
      unsent,
      "A message to a phone was dropped because its country reached the day's limit. If such messages are legitimate, raise the limit with SMS_PER_DAY.",
    );
    return false;
  }
  try {
    await send();
  } catch (error) {
    await giveBack();
    await country.giveBack();
    throw error;
  }
  return true;
}

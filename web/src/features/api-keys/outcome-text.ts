import type { WebhookAttempt } from '@baari/contract/keys/webhooks.ts';
import type { Messages } from '../../i18n/areas.gen.ts';
import type { Formats } from '../../i18n/format.ts';

/** What came of an attempt, in words. */
export function outcomeText(
  { outcome, status }: Pick<WebhookAttempt, 'outcome' | 'status'>,
  webhooks: Messages['webhooks'],
  format: Formats,
): string {
  return outcome === 'status' ? webhooks.refused(format.number(status ?? 0)) : webhooks[outcome];
}

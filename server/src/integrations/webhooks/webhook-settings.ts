/** What the use cases of webhooks need besides their context [API-30]. */
import type { Addresses } from '../../platform/outgoing/addresses.ts';
import type { Secrets } from '../../platform/secrets/secret.ts';

export interface WebhookSettings {
  readonly addresses: Addresses;
  readonly secrets: Secrets;
  /** The code of this installation in the ids of events. */
  readonly cell: string;
  /** Looks for due deliveries at once. */
  readonly onQueued: () => void;
}

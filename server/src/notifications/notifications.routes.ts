/** Maps each endpoint to its use case [PROF-1]. */
import * as notification from '@baari/contract/patient/notification.ts';
import type { Route } from '../platform/http/route.ts';
import { addDevice } from './push/add-device.use-case.ts';
import { removeDevice } from './push/remove-device.use-case.ts';
import { saveSettings } from './save-settings.use-case.ts';
import { getSettings, type Offer } from './settings.query.ts';

export interface NotificationRoutesOptions {
  readonly offer: Offer;
  /** Push services that may be called. */
  readonly services: readonly string[];
}

export function mountNotifications(
  route: Route,
  { offer, services }: NotificationRoutesOptions,
): void {
  route(notification.getNotificationSettings, ({ context }) => getSettings(context, offer));
  route(notification.saveNotificationSettings, ({ context, body }) =>
    saveSettings(context, body, offer),
  );
  route(notification.addPushDevice, ({ context, body }) => addDevice(context, body, services));
  route(notification.removePushDevice, ({ context, body }) => removeDevice(context, body.endpoint));
}

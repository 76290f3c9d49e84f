/** Maps endpoints to use cases [REM-1, REM-2]. */
import * as reminders from '@baari/contract/visit/reminders.ts';
import type { Attempts } from '../../identity/attempts/attempts.ts';
import type { Route } from '../../platform/http/route.ts';
import {
  cancelBookingLink,
  confirmBookingLink,
  moveBookingLink,
  readBookingLink,
} from './booking-link.use-case.ts';
import { confirmForPatient } from './confirm-for-patient.use-case.ts';
import {
  getOwnReminders,
  getReminders,
  saveOwnReminders,
  saveReminders,
} from './reminder-settings.use-case.ts';

export interface RemindersOptions {
  readonly publicUrl: string;
  /** Limits how often links may be tried. */
  readonly attempts: Attempts;
}

export function mountReminders(route: Route, options: RemindersOptions): void {
  const { attempts } = options;
  route(reminders.getReminders, ({ context }) => getReminders(context));
  route(reminders.saveReminders, ({ context, body }) => saveReminders(context, body));
  route(reminders.getOwnReminders, ({ context }) => getOwnReminders(context));
  route(reminders.saveOwnReminders, ({ context, body }) => saveOwnReminders(context, body));
  route(reminders.confirmForPatient, ({ context, params }) =>
    confirmForPatient(context, params.id),
  );
  route(reminders.readBookingLink, ({ context, body }) =>
    readBookingLink(context, body.secret, attempts),
  );
  route(reminders.confirmBookingLink, ({ context, body }) =>
    confirmBookingLink(context, body.secret, attempts),
  );
  route(reminders.cancelBookingLink, ({ context, body }) =>
    cancelBookingLink(context, body, options),
  );
  route(reminders.moveBookingLink, ({ context, body }) => moveBookingLink(context, body, options));
}

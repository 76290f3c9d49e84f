/** Maps each endpoint to its use case [SEC-26, PROF-1]. */
import * as consent from '@baari/contract/patient/consent.ts';
import type { Route } from '../platform/http/route.ts';
import { getConsents, getSharedProfile } from './consents.query.ts';
import { type ConsentChanged, saveConsent } from './save-consent.use-case.ts';

export function mountConsent(route: Route, hasChanged: ConsentChanged): void {
  route(consent.listConsents, ({ context }) => getConsents(context));
  route(consent.saveConsent, ({ context, params, body }) =>
    saveConsent(context, params.id, body, hasChanged),
  );
  route(consent.getSharedProfile, ({ context, params }) => getSharedProfile(context, params.id));
}

/** Maps each endpoint to its use case [PROF-1]. */
import * as profile from '@baari/contract/patient/profile.ts';
import type { Route } from '../platform/http/route.ts';
import { exportOwnData, getProfile } from './profile.query.ts';
import { keepOwnLanguage } from './keep-own-language.use-case.ts';
import { saveProfile } from './save-profile.use-case.ts';

export function mountProfile(route: Route): void {
  route(profile.getProfile, ({ context }) => getProfile(context));
  route(profile.saveProfile, ({ context, body }) => saveProfile(context, body));
  route(profile.keepOwnLanguage, ({ context, body }) => keepOwnLanguage(context, body));
  route(profile.exportOwnData, ({ context }) => exportOwnData(context));
}

/** Maps endpoints to use cases [CONS-2]. */
import * as vitals from '@baari/contract/visit/vitals.ts';
import type { Route } from '../platform/http/route.ts';
import { addVitals } from './add-vitals.use-case.ts';
import { setVitalSettings } from './set-vital-settings.use-case.ts';
import { strikeVitals } from './strike-vitals.use-case.ts';
import { getVitals, getVitalSettings, listPatientVitals } from './vitals.query.ts';

export function mountVitals(route: Route): void {
  route(vitals.getVitals, ({ context, params }) => getVitals(context, params.id));
  route(vitals.addVitals, ({ context, params, body }) => addVitals(context, params.id, body));
  route(vitals.strikeVitals, ({ context, params, body }) =>
    strikeVitals(context, params.id, body.reason),
  );
  route(vitals.listPatientVitals, ({ context, params }) => listPatientVitals(context, params.id));
  route(vitals.getVitalSettings, ({ context }) => getVitalSettings(context));
  route(vitals.setVitalSettings, ({ context, body }) => setVitalSettings(context, body));
}

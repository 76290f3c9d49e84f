/** Maps endpoints to use cases [API-18, API-19, API-23, API-24, HPROF-1]. */
import * as steps from '@baari/contract/hospital/first-steps.ts';
import * as hospital from '@baari/contract/hospital/hospital.ts';
import type { Route } from '../platform/http/route.ts';
import { createHospital } from './create-hospital.use-case.ts';
import { getFirstSteps } from './first-steps/first-steps.query.ts';
import { sendTestMessage } from './first-steps/send-test-message.use-case.ts';
import { getHospital, getOwnHospital, getOwnStanding, listHospitals } from './hospitals.query.ts';
import { saveOwnHospital } from './save-own-hospital.use-case.ts';
import type { HospitalSettings } from './notify-operator.ts';

export function mountHospitals(route: Route, settings: HospitalSettings): void {
  route(hospital.listHospitals, ({ context, query }) => listHospitals(context, query));
  route(hospital.getHospital, ({ context, params }) => getHospital(context, params.id));
  route(hospital.getOwnHospital, ({ context }) => getOwnHospital(context));
  route(hospital.getOwnStanding, ({ context }) => getOwnStanding(context));
  route(steps.getFirstSteps, ({ context }) => getFirstSteps(context));
  route(steps.sendTestMessage, ({ context }) => sendTestMessage(context));
  route(hospital.saveOwnHospital, ({ context, body }) => saveOwnHospital(context, body, settings));
  route(hospital.createHospital, ({ context, body }) => createHospital(context, body, settings));
}

/** Maps each endpoint to its use case [PROF-1]. */
import * as person from '@baari/contract/patient/person.ts';
import type { Route } from '../platform/http/route.ts';
import { addPerson } from './add-person.use-case.ts';
import { listPeople } from './people.query.ts';
import { removePerson } from './remove-person.use-case.ts';
import { savePerson } from './save-person.use-case.ts';

export function mountPeople(route: Route): void {
  route(person.listPeople, ({ context }) => listPeople(context));
  route(person.addPerson, ({ context, body }) => addPerson(context, body));
  route(person.savePerson, ({ context, params, body }) => savePerson(context, params.id, body));
  route(person.removePerson, ({ context, params }) => removePerson(context, params.id));
}

import type { Person } from '@baari/contract/patient/person.ts';
import type { PatientContext } from '../platform/context.ts';
import { ok, type Result } from '../platform/result.ts';
import { keepOwnPerson } from './choose-person.ts';
import { listPeople as listRows } from './people.store.ts';
import { personView } from './people.view.ts';

/**
 * Lists the people for whom the account can join a line or book, the account's owner first
 * [PROF-1].
 */
export async function listPeople({
  db,
  actor,
}: PatientContext): Promise<Result<{ people: Person[] }>> {
  const rows = await listRows(db, actor.userId);
  if (rows.some((row) => row.id === actor.userId)) return ok({ people: rows.map(personView) });
  await keepOwnPerson(db, actor);
  return ok({ people: (await listRows(db, actor.userId)).map(personView) });
}

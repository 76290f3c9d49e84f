import type { Database } from '../platform/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { clearOwnPhone } from './own-contact.store.ts';
import { technicalDomain } from './technical-email.rules.ts';

/** Takes the phone off one's account; done already is done. Refuses: phone_is_only_contact. */
export function removeOwnPhone(db: Database, userId: string): Promise<Result<void>> {
  return db.transaction(async (tx) =>
    (await clearOwnPhone(tx, userId, technicalDomain))
      ? ok(undefined)
      : refuse('phone_is_only_contact'),
  );
}

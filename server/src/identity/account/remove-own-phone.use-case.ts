import type { Database } from '../../platform/database/database.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { clearOwnPhone, getOwnAccount } from './own-contact.store.ts';
import {
  type Origin,
  recordSecurityEvent,
  type Notifying,
} from '../security-events/security-events.ts';
import { technicalDomain } from '../security-events/technical-email.rules.ts';

/**
 * Removes the phone number from the caller's account. Repeating the call succeeds. Refuses:
 * phone_is_only_contact.
 */
export function removeOwnPhone(
  db: Database,
  notifying: Notifying,
  origin: Origin,
  userId: string,
): Promise<Result<void>> {
  return db.transaction(async (tx) => {
    const { phone } = await getOwnAccount(tx, userId);
    if (!(await clearOwnPhone(tx, userId, technicalDomain))) return refuse('phone_is_only_contact');
    if (phone !== null) {
      await recordSecurityEvent(tx, notifying, origin, { userId, kind: 'phone_removed' });
    }
    return ok(undefined);
  });
}

import type { BodyOf } from '@baari/contract/endpoint.ts';
import { fieldMessages } from '@baari/contract/fields.ts';
import type { editScreen as editScreenCall, Screen } from '@baari/contract/hospital/screen.ts';
import { asSeen } from '../platform/audit/as-seen.rules.ts';
import { recordAudit } from '../platform/audit/audit.store.ts';
import { changedFields } from '../platform/audit/changed-fields.rules.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import {
  countLinesShown,
  lockScreen,
  renameScreen,
  replaceShownDoctors,
  type ScreenRow,
} from './screens.store.ts';
import { screenView } from './screens.view.ts';

/**
 * Renames a screen and chooses the lines that it shows. Open displays change at the next check of
 * the links [ARR-6]. Refuses: changed_meanwhile.
 */
export function editScreen(
  context: StaffContext,
  id: string,
  { seen, ...given }: BodyOf<typeof editScreenCall>,
): Promise<Result<{ screen: Screen }>> {
  return context.db.transaction(async (tx) => {
    const row = await lockScreen(tx, id, context.actor.hospitalId);
    if (row === undefined) return refuse('not_found');
    const allowed = asSeen(seen, screenView(row));
    if (!allowed.ok) return allowed;
    await renameScreen(tx, id, given.name);
    const shown = await showDoctors(tx, { ...row, name: given.name }, given.doctorIds);
    if (!shown.ok) return shown;
    const before = { name: row.name, doctors: row.doctor_ids };
    const after = { name: shown.value.name, doctors: shown.value.doctor_ids };
    const fields = changedFields(['name', 'doctors'], before, after);
    await recordAudit(tx, context, { action: 'edit screen', details: { screenId: id, fields } });
    return ok({ screen: screenView(shown.value) });
  });
}

/**
 * Limits a display to certain lines of its hospital: doctors' lines and shared lines. Refuses lines
 * of other hospitals as not_found, and any lines for a kiosk.
 */
export async function showDoctors(
  tx: Queryable,
  screen: ScreenRow,
  given: readonly string[],
): Promise<Result<ScreenRow>> {
  const ids = [...new Set(given)].toSorted();
  if (screen.kind === 'kiosk' && ids.length > 0) {
    return refuse('invalid_request', [{ param: 'doctorIds', msg: fieldMessages.choice }]);
  }
  if ((await countLinesShown(tx, screen.hospital_id, ids)) < ids.length) return refuse('not_found');
  await replaceShownDoctors(tx, screen.id, ids);
  return ok({ ...screen, doctor_ids: ids });
}

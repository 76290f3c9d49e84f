import type { Board, Door, Screen } from '@baari/contract/hospital/screen.ts';
import type { StaffContext } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { ok, type Result } from '../platform/result.ts';
import {
  findBoardHospital,
  findDoor,
  listBoardDoctors,
  listBoardLines,
  listScreensOfHospital,
} from './screens.store.ts';
import { boardView, doorView, screenView } from './screens.view.ts';

/**
 * Lists the links of the screens of the caller's hospital, and the hospital's door code [ARR-5,
 * ARR-6].
 */
export async function listScreens(
  { db, actor }: StaffContext,
  publicUrl: string,
): Promise<Result<{ screens: Screen[]; door: Door | null }>> {
  const rows = await listScreensOfHospital(db, actor.hospitalId);
  const door = await findDoor(db, actor.hospitalId);
  return ok({
    screens: rows.map(screenView),
    door: door === undefined ? null : doorView(publicUrl, door),
  });
}

/** Reads what a hospital's displays show now [ARR-6]. */
export async function readBoard(db: Queryable, hospitalId: string): Promise<Board> {
  const hospital = await findBoardHospital(db, hospitalId);
  const doctors = await listBoardDoctors(db, hospitalId);
  return boardView(hospital, doctors, await listBoardLines(db, hospitalId));
}

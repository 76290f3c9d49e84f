import { type FirstStep, firstSteps } from '@baari/contract/hospital/first-steps.ts';
import type { StaffContext } from '../../platform/context.ts';
import { ok, type Result, refuse } from '../../platform/result.ts';
import { findFirstSteps } from './first-steps.store.ts';

/**
 * The first steps that the caller's hospital has done, read from its data, so that a step done on
 * any page counts [ADM-1].
 */
export async function getFirstSteps({
  db,
  actor,
}: StaffContext): Promise<Result<{ done: FirstStep[] }>> {
  const row = await findFirstSteps(db, actor.hospitalId);
  if (row === undefined) return refuse('not_found');
  return ok({ done: firstSteps.filter((step) => row[step]) });
}

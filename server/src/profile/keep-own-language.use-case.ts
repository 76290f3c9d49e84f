import type { BodyOf, ReplyOf } from '@baari/contract/endpoint.ts';
import type { keepOwnLanguage as endpoint } from '@baari/contract/patient/profile.ts';
import type { Actor } from '../platform/actor.ts';
import type { Context } from '../platform/context.ts';
import { ok, type Result } from '../platform/result.ts';
import { writeLanguage } from './profile.store.ts';

/**
 * Stores the language of the account's owner. The automatic call after signing in does not
 * overwrite an earlier choice [PROF-1].
 */
export async function keepOwnLanguage(
  { db, actor }: Context<Actor>,
  { language, isFirst }: BodyOf<typeof endpoint>,
): Promise<Result<ReplyOf<typeof endpoint>>> {
  return ok({ language: await writeLanguage(db, actor.userId, { language, isFirst }) });
}

import type { BodyOf, ReplyOf } from '@baari/contract/endpoint.ts';
import type { keepOwnLanguage as endpoint } from '@baari/contract/patient/profile.ts';
import type { Actor } from '../platform/actor.ts';
import type { Context } from '../platform/context.ts';
import { ok, type Result } from '../platform/result.ts';
import { writeLanguage } from './profile.store.ts';

/** Keeps the language that the account's owner reads in; the first page after signing in changes none that was chosen [PROF-1]. */
export async function keepOwnLanguage(
  { db, actor }: Context<Actor>,
  { language, isFirst }: BodyOf<typeof endpoint>,
): Promise<Result<ReplyOf<typeof endpoint>>> {
  return ok({ language: await writeLanguage(db, actor.userId, { language, isFirst }) });
}

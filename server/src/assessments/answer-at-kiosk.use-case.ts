/**
 * Lets patients answer the questions at a kiosk. The last patient who checked in at the kiosk may
 * answer for some minutes, until the next check-in. Another person may have typed the patient's
 * token. So the kiosk shows no earlier answers, and asks nothing of a patient who has answered on
 * their own phone [ASSESS-4].
 */
import type { KioskForm } from '@baari/contract/visit/assessment.ts';
import type { QuestionBank } from '@baari/contract/visit/question-bank.ts';
import type { Context } from '../platform/context.ts';
import type { Queryable } from '../platform/database/database.ts';
import { hashLinkSecret, makeLinkSecret } from '../platform/secrets/link-secret.ts';
import { ok, type Result, refuse } from '../platform/result.ts';
import { seeScreen } from '../screens/screens.store.ts';
import type { AnswerBy } from './assessment.rules.ts';
import { findVisit, type VisitRow } from './assessments.store.ts';
import { kioskFormView } from './assessments.view.ts';
import { deleteRight, findRight, writeRight } from './kiosk-right.store.ts';
import { takeIn } from './take-in.ts';

/** Ends a patient's right to answer at a kiosk, because another person uses the kiosk now. */
export async function endAtKiosk(db: Queryable, screenId: string): Promise<void> {
  await deleteRight(db, { screenId });
}

/**
 * Gives the patient who has just checked in the right to answer; undefined if the visit already has answers.
 */
export async function offerAtKiosk(
  db: Queryable,
  { screenId, entryId }: { readonly screenId: string; readonly entryId: string },
  now: Date,
): Promise<{ right: string } | undefined> {
  const row = await findVisit(db, entryId, now);
  if (row === undefined || !row.is_open || row.answers !== null) return undefined;
  const right = makeLinkSecret();
  await writeRight(db, { screenId, entryId, secretHash: hashLinkSecret(right) }, now);
  return { right };
}

interface AtKiosk {
  /** The secret key in the kiosk's link. */
  readonly key: string;
  readonly right: string;
}

/**
 * Returns the questions, and the answers already given at this kiosk; refuses once the patient's
 * right to answer has ended.
 */
export async function openAtKiosk(
  { db, clock }: Context,
  bank: QuestionBank,
  given: AtKiosk,
): Promise<Result<{ assessment: KioskForm }>> {
  const found = await findOpened(db, given, clock.now());
  if (!found.ok) return found;
  const row = found.value;
  const answers = row.answers ?? {};
  return ok({ assessment: kioskFormView(row, { bank: row.bank ?? bank, answers }) });
}

/**
 * Stores answers given at a kiosk in the same way as answers from a phone, and raises the alert.
 */
export function answerAtKiosk(
  { db, clock }: Context,
  bank: QuestionBank,
  { answers, ...given }: AtKiosk & { readonly answers: readonly AnswerBy[] },
): Promise<Result<{ assessment: KioskForm }>> {
  return db.transaction(async (tx) => {
    const now = clock.now();
    const found = await findOpened(tx, given, now);
    if (!found.ok) return found;
    const taken = await takeIn(tx, found.value, { bank, by: 'kiosk', answers, now });
    if (!taken.ok) return taken;
    const { row, asking, answers: after } = taken.value;
    // The patient has answered on their phone meanwhile.
    if (!isOfKiosk(row)) return refuse('kiosk_right_over');
    return ok({ assessment: kioskFormView(row, { bank: asking, answers: after }) });
  });
}

/** Ends the right to answer when the patient leaves the kiosk. */
export async function leaveKiosk(
  { db, clock }: Context,
  { key, right }: AtKiosk,
): Promise<Result<{ wasOpen: boolean }>> {
  const screen = await seeScreen(db, hashLinkSecret(key), 'kiosk', clock.now());
  if (screen === undefined) return refuse('screen_unknown');
  const wasOpen = await deleteRight(db, {
    screenId: screen.id,
    secretHash: hashLinkSecret(right),
  });
  return ok({ wasOpen });
}

async function findOpened(
  db: Queryable,
  { key, right }: AtKiosk,
  now: Date,
): Promise<Result<VisitRow>> {
  const screen = await seeScreen(db, hashLinkSecret(key), 'kiosk', now);
  if (screen === undefined) return refuse('screen_unknown');
  const opened = { screenId: screen.id, secretHash: hashLinkSecret(right) };
  const entryId = await findRight(db, opened, now);
  const row = entryId === undefined ? undefined : await findVisit(db, entryId, now);
  const isOver = row === undefined || !row.is_open || !isOfKiosk(row);
  return isOver ? refuse('kiosk_right_over') : ok(row);
}

/** Whether the visit has no answers yet, or only answers given at this kiosk. */
function isOfKiosk({ answered_by: by }: VisitRow): boolean {
  return by === null || by === 'kiosk';
}

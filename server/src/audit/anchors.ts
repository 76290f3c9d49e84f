/**
 * Sends anchors, which are hashes of the audit trail, to places outside the server [SEC-19]: to the
 * log, and to a webhook and a mailbox if configured. If the database's owner rebuilt the whole
 * trail, the copies of the hashes would show it.
 */
import type { Language } from '@baari/contract/languages.ts';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { findPractices } from '../platform/hospital-sql/practice.store.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, Queryable } from '../platform/database/database.ts';
import { enqueueJob, type JobHandler } from '../platform/jobs/jobs.ts';
import { spokenIn } from '../platform/messages/letter.ts';
import type { Log } from '../platform/log.ts';
import { escapeHtml } from '../platform/messages/mail.html.ts';
import { enqueueMail } from '../platform/messages/mail.ts';
import { ok } from '../platform/result.ts';
import { textsOf } from '../texts/texts.ts';
import { type Anchor, anchorText } from './anchor.rules.ts';
import {
  type AnchorRow,
  type Head,
  insertAnchors,
  listUnanchoredHeads,
  lockSealing,
} from './audit-trail.store.ts';
import { codeOf, findTrailKey, type TrailKey, type TrailKeys } from './trail-keys.ts';

export interface AnchorTargets {
  /**
   * The webhook that receives the anchors, which are copies of audit hashes; undefined if none is
   * configured.
   */
  readonly webhook: { readonly url: string; readonly secret: string } | undefined;
  /** The mailbox that receives the anchors once an hour; undefined if none is configured. */
  readonly email: string | undefined;
}

export const anchorJobKind = 'anchor';

export function makeAnchor(
  key: TrailKey,
  hospitalId: string,
  { number, hash }: Head,
  now: Date,
  isFirst = false,
): AnchorRow {
  const anchor = { hospital_id: hospitalId, number, hash, made_at: now, is_first: isFirst };
  return { ...anchor, key_id: key.id, vouched: vouch(key, anchor) };
}

type Vouched = Omit<AnchorRow, 'key_id' | 'vouched'>;

function vouch(key: TrailKey, { hospital_id, number, hash, made_at, is_first }: Vouched): Buffer {
  const facts = [hospital_id, number, made_at.toISOString(), is_first].join(' ');
  return codeOf(key, ['anchor\n', facts, '\n', hash]);
}

/**
 * Whether the anchor's signature is valid; undefined if the key that signed it is not among `keys`.
 */
export function isGenuine(keys: TrailKeys, anchor: AnchorRow): boolean | undefined {
  const key = findTrailKey(keys, anchor.key_id);
  return key === undefined ? undefined : vouch(key, anchor).equals(anchor.vouched);
}

function anchorOf({ hospital_id: hospitalId, number, hash }: AnchorRow): Anchor {
  return { hospitalId, number, seal: hash.toString('hex') };
}

/**
 * Stores anchors: audit hashes that a copy outside the database confirms. If a webhook is configured,
 * a job delivers them to it.
 */
export async function announceAnchors(
  tx: Queryable,
  rows: readonly AnchorRow[],
  { webhook }: AnchorTargets,
  now: Date,
): Promise<void> {
  if (rows.length === 0) return;
  await insertAnchors(tx, rows);
  if (webhook === undefined) return;
  const payload: AnchorJob = { madeAt: now.toISOString(), anchors: rows.map(anchorOf) };
  await enqueueJob(tx, { kind: anchorJobKind, payload, runAt: now });
}

/** Writes a log line for each anchor (externally stored audit hash). Call it after the commit. */
export function sayAnchors(log: Log, rows: readonly AnchorRow[]): void {
  for (const row of rows) {
    const anchor = anchorOf(row);
    log.info(
      { ...anchor, anchor: anchorText(anchor) },
      'New anchor (a seal) of the audit trail. Keep this line on another machine; npm run check-trail compares the trail with it.',
    );
  }
}

export interface Anchoring {
  readonly db: Database;
  readonly clock: Clock;
  readonly keys: TrailKeys;
  readonly log: Log;
  readonly targets: AnchorTargets;
  /** The language in which the operator gets the mails. */
  readonly language: Language;
}

/**
 * Stores an anchor for every hospital whose audit trail has grown since the hospital's last anchor.
 * It runs once an hour, so that hospitals with little activity get anchors too.
 */
export async function anchorHeads({
  db,
  clock,
  keys,
  log,
  targets,
  language,
}: Anchoring): Promise<void> {
  const [key] = keys;
  const now = clock.now();
  const made = await db.transaction(async (tx) => {
    if (!(await lockSealing(tx))) return ok([]);
    const grown = await listUnanchoredHeads(tx);
    // A practice hospital is deleted with its hashes, so nobody could compare its anchor.
    const practices = await findPractices(
      tx,
      grown.map((head) => head.hospital_id),
    );
    const heads = grown.filter((head) => !practices.has(head.hospital_id));
    const rows = heads.map((head) => makeAnchor(key, head.hospital_id, head, now));
    await announceAnchors(tx, rows, targets, now);
    if (targets.email !== undefined && rows.length > 0) {
      await enqueueMail(tx, anchorMail(targets.email, language, rows.map(anchorOf), now), now);
    }
    return ok(rows);
  });
  if (made.ok) sayAnchors(log, made.value);
}

/**
 * Builds the mail with the anchors (externally stored audit hashes) in the operator's language. It
 * names hospitals only by id, and names no patient.
 */
function anchorMail(to: string, language: Language, anchors: readonly Anchor[], now: Date) {
  const said = textsOf('operatorMails', language).seals;
  const lead = said.text(now.toISOString(), '"npm run check-trail -- --anchors FILE"');
  const lines = anchors.map(anchorText);
  const { product } = textsOf('common', language);
  return {
    kind: 'trail_anchors' as const,
    to,
    subject: said.subject(anchors.length),
    plain: [lead, lines.join('\n'), product].join('\n\n'),
    html: `<!doctype html>
<html ${spokenIn(language)}>
<body style="font-family: sans-serif; font-size: 16px; line-height: 1.5; color: #1f2933;">
<p>${escapeHtml(lead)}</p>
<pre dir="ltr" style="white-space: pre-wrap; overflow-wrap: anywhere;">${lines.map(escapeHtml).join('\n')}</pre>
<p>${escapeHtml(product)}</p>
</body>
</html>
`,
  };
}

const anchorJob = z.object({
  madeAt: z.iso.datetime(),
  anchors: z.array(z.object({ hospitalId: z.uuid(), number: z.int(), seal: z.string() })),
});
type AnchorJob = z.infer<typeof anchorJob>;

/** The time limit of one webhook call in milliseconds, well within the job's own time limit. */
const timeLimitMs = 10_000;

/**
 * Makes the job handler that posts anchors to the webhook, in the Standard Webhooks format, so that
 * the receiver can verify the sender.
 */
export function makeAnchorHandler({ webhook }: AnchorTargets, clock: Clock): JobHandler {
  return async (payload, jobId) => {
    // The webhook was removed from the configuration after the job was queued.
    if (webhook === undefined) return;
    const { madeAt, anchors } = anchorJob.parse(payload);
    const body = JSON.stringify({
      type: 'trail.anchors',
      timestamp: madeAt,
      data: { anchors: anchors.map((anchor) => ({ ...anchor, anchor: anchorText(anchor) })) },
    });
    const answer = await fetch(webhook.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signed(webhook.secret, `baari-anchors-${jobId}`, clock.now(), body),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimitMs),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`The receiver of anchors answered ${answer.status}.`);
  };
}

function signed(secret: string, id: string, now: Date, body: string): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  };
}

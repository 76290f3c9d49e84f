/** Rules of shared links: which visits can be shared, and by which name [ARR-7]. */
import type { QueueStatus } from '@baari/contract/constants.ts';
import { mostSharedLinks } from '@baari/contract/visit/shared-place.ts';
import { ok, type Result, refuse } from '../platform/result.ts';

/**
 * Whether another link may be made. The visit needs an approved place, or a next stop whose line is
 * closed now.
 */
export function mayMakeLink(visit: {
  /** The status of the latest stop. */
  readonly status: QueueStatus;
  /** Whether the visit goes on when a closed line opens. */
  readonly goesOn: boolean;
  readonly activeLinks: number;
}): Result<void> {
  const { status, goesOn, activeLinks } = visit;
  const isOpen = status === 'waiting' || status === 'in_progress' || goesOn;
  if (!isOpen) return refuse('nothing_to_share');
  return activeLinks < mostSharedLinks ? ok(undefined) : refuse('too_many_shared_links');
}

/** The first word of a name. A relative recognises it, and a stranger hardly learns who it is. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/u)[0] ?? '';
}

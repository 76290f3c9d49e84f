import { eventSpellings, type LiveEvent, type LiveEventType } from '@baari/contract/events.ts';

/**
 * Parses a message's JSON; undefined when this version does not know it. The server's tests check
 * messages against the schema, which would add zod to every patient's phone.
 */
export function parseFrame(text: string): LiveEvent | undefined {
  try {
    const frame: unknown = JSON.parse(text);
    return readFrame(frame);
  } catch {
    return undefined; // Not JSON.
  }
}

function readFrame(frame: unknown): LiveEvent | undefined {
  if (!isObject(frame) || !('type' in frame) || !('data' in frame)) return undefined;
  if (typeof frame.type !== 'string' || !isObject(frame.data)) return undefined;
  const type = eventSpellings[frame.type] ?? frame.type;
  if (!Object.hasOwn(known, type)) return undefined;
  // The type is known; the server's tests check its data.
  return { type, data: frame.data } as LiveEvent;
}

/** Fails to compile when one is missing. */
const known: Record<LiveEventType, true> = {
  queue_requested: true,
  queue_joined: true,
  queue_approved: true,
  queue_rejected: true,
  queue_updated: true,
  queue_left: true,
  position_changed: true,
  doctor_updated: true,
  line_updated: true,
  assessment_updated: true,
  hospital_figures: true,
  connected: true,
  reset: true,
  disconnected: true,
  error: true,
};

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

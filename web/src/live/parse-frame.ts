import { eventSpellings, type LiveEvent, type LiveEventType } from '@baari/contract/events.ts';

/**
 * Parses the JSON of a live message; returns undefined when this version does not know the message.
 * The browser does not check the message against the schema, because zod would enlarge every
 * patient's download.
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
  // The type of the event is known; the server's tests check the event's data.
  return { type, data: frame.data } as LiveEvent;
}

/** Lists every type of live event. The code does not compile when an event type is missing here. */
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
  vitals_updated: true,
  hand_offs_updated: true,
  follow_up_updated: true,
  sharing_updated: true,
  hospital_figures: true,
  connected: true,
  reset: true,
  disconnected: true,
  error: true,
};

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/**
 * The live stream: the events that the server sends, and the two spellings of event names that a
 * client accepts [EV-1, EV-2].
 */
import { z } from 'zod';
import { publishedAssessment } from './visit/assessment.ts';
import { type EntryEventType, entryEventTypes } from './constants.ts';
import { doctor } from './doctor/doctor.ts';
import { hospitalFigures } from './queue/hospital-figures.ts';
import { patientEntry, staffEntry } from './queue/queue.ts';
import { publishedFollowUp } from './visit/follow-up.ts';
import { publishedHandOffs } from './visit/hand-offs.ts';
import { publishedSharing } from './visit/shared-place.ts';
import { publishedVitals } from './visit/vitals.ts';
import { publishedLine } from './lines/shared-line.ts';

/** The second spelling of each event name, which a client also accepts. */
export const eventSpellings: Readonly<Record<string, EntryEventType>> = {
  'queue-joined': 'queue_joined',
  'queue-requested': 'queue_requested',
  'queue-updated': 'queue_updated',
  'queue-left': 'queue_left',
  'position-changed': 'position_changed',
  'queue-approved': 'queue_approved',
  'queue-rejected': 'queue_rejected',
};

const entryEventType = z
  .string()
  .transform((type) => eventSpellings[type] ?? type)
  .pipe(z.enum(entryEventTypes));

/** An event about a queue entry, as sent to the hospital's staff or to the entry's patient. */
const entryEvent = z.object({
  type: entryEventType,
  data: z.union([staffEntry, patientEntry]),
});
export type EntryEvent = z.infer<typeof entryEvent>;

/**
 * The JSON of one event. `reset` means that the missed events are unknown, so the client refetches
 * everything [INV-6].
 */
export const liveEvent = z.union([
  entryEvent,
  z.object({ type: z.literal('doctor_updated'), data: doctor }),
  z.object({ type: z.literal('line_updated'), data: publishedLine }),
  z.object({ type: z.literal('assessment_updated'), data: publishedAssessment }),
  z.object({ type: z.literal('vitals_updated'), data: publishedVitals }),
  z.object({ type: z.literal('hand_offs_updated'), data: publishedHandOffs }),
  z.object({ type: z.literal('follow_up_updated'), data: publishedFollowUp }),
  z.object({ type: z.literal('sharing_updated'), data: publishedSharing }),
  z.object({ type: z.literal('hospital_figures'), data: hospitalFigures }),
  z.object({ type: z.literal('connected'), data: z.object({ at: z.iso.datetime() }) }),
  z.object({ type: z.literal('reset'), data: z.object({ reason: z.string() }) }),
  z.object({ type: z.literal('disconnected'), data: z.object({ reason: z.string() }) }),
  z.object({ type: z.literal('error'), data: z.object({ message: z.string() }) }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;
export type LiveEventType = LiveEvent['type'];

/** The path of the stream below /api; GET, Accept: text/event-stream, bearer token [API-16]. */
export const streamPath = '/queues/realtime/events';

/** The query parameter for the language of the emergency signs sent to staff. */
export const streamLanguage = 'language';

/**
 * The most additional hospitals on one stream. The tabs of a browser share one stream, so the query
 * repeats `hospitalId` for each hospital [PAT-6].
 */
export const maxWatchedHospitals = 8;

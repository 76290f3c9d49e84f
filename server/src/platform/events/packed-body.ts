/**
 * Compresses the body of a queue-entry event for the log by deflate with a dictionary. The
 * dictionary has usual keys and values, followed by the ids in the row's own columns. 1.4 kB become
 * 0.2 kB (decision 050).
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** The columns of an event's database row whose values occur again in the event's body. */
export interface PackedBeside {
  readonly entryId: string | null;
  readonly accountId: string | null;
  readonly hospitalId: string;
  readonly doctorId: string;
}

/**
 * The dictionaries by their number, which is the first byte of a compressed body. Never change a
 * dictionary that has been used: bodies compressed with it could no longer be read. New fields cost
 * a few bytes more until a later dictionary names them.
 */
const dictionaries: readonly string[] = [
  [
    'urgent","high","low","statedneeds_attention","in_line","paused","starts_laterno_answer","came_backfirst_visit"',
    '"by":"patient","by":"staff","kind":"new","by":"desk""reason":"","word":"","calledAt":"","calls":1,"backAt":"',
    '"id":"","startsAt":"","dueAt":"","from":"","fromId":"","at":"","stated":"medium","minutes":',
    '"status":"cancelled","status":"no_show","status":"rejected","status":"pending_approval","status":"completed',
    '"action":"request","action":"leave","action":"reject","action":"check_in","action":"hold","action":"complete',
    '{"id":"","status":"waiting","position":1,"joinedAt":"","approvedAt":"","startedAt":"","endedAt":"',
    '","line":{"state":"running","at":null,"usuallyAt":null},"estimatedWaitTime":1,',
    '"waitRange":{"lower":0,"upper":10,"parts":[{"from":":00.000Z","to":":00.000Z"}]},',
    '"call":{"at":"","deviation":3.4},"symptoms":"',
    '{"id":"","status":"in_progress","position":0,"joinedAt":"","approvedAt":null,"startedAt":null,"endedAt":null,',
    '"line":null,"estimatedWaitTime":0,"waitRange":null,"call":null,"symptoms":null,"urgency":"medium",',
    '"rejectionReason":null,"notes":null,"cancelledBy":null,"closed":null,"severalStops":false,',
    '"token":"A-001","checkedInAt":null,"checkedInBy":null,"hold":null,"booking":null,"moved":null,',
    '"placeChanges":[],"dueAt":null,"urgencyChange":null,"lastChange":{"action":"approve","at":"',
    '","by":null},"delay":null,"visitKind":null,"by":{"id":"","name":"Dr. "}},"delay":null,',
    '"visitKind":{"kind":"follow_up","by":"record"},"patient":{"id":"","name":"","fullName":"","email":"',
    '","phone":"+91","phone":null,"through":null,"isContactProved":true},"doctor":{"id":"","name":"Dr. ',
    '","specialty":"General Medicine","department":"Cardiology","status":"Available","breakUntil":null,',
    '"room":null,"service":null,"hospital":{"id":""}},"point":null,"hospital":{"id":"","name":" Hospital',
    '","timeZone":"Asia/Kolkata","standing":"confirmed","opening":{"isOpen":true,"until":":00.000Z"}},"queueVersion":',
    '","timeZone":"Asia/Kolkata","standing":"unconfirmed","opening":null},"queueVersion":1',
  ].join(''),
];
const latest = dictionaries.length - 1;

/**
 * The deflate window's size as a power of two: 12 means 4096 bytes. It is just large enough for the
 * dictionary and the text, because setting up a larger window takes longer.
 */
const windowBits = 12;
const packing = { windowBits, memLevel: 4, level: 3 };

/** Compresses an event's body into the bytes that are stored in the log. */
export function packBody(body: object, beside: PackedBeside): Buffer {
  const dictionary = dictionaryFor(latest, beside);
  const packed = deflateRawSync(JSON.stringify(body), { ...packing, dictionary });
  return Buffer.concat([Buffer.of(latest), packed]);
}

/**
 * Decompresses an event's body with the values of the same columns that were used to compress it.
 */
export function unpackBody(packed: Uint8Array, beside: PackedBeside): object {
  const dictionary = dictionaryFor(packed[0] ?? latest, beside);
  const text = inflateRawSync(packed.subarray(1), { windowBits, dictionary }).toString();
  // The compressed text was the JSON of an object.
  return JSON.parse(text) as object;
}

function dictionaryFor(number: number, beside: PackedBeside): Buffer {
  const text = dictionaries[number];
  if (text === undefined) {
    throw new Error(
      'An event was packed by a newer version of Baari. Upgrade this process to that version.',
    );
  }
  const { hospitalId, doctorId, accountId, entryId } = beside;
  return Buffer.from(`${text}${hospitalId}${doctorId}${accountId ?? ''}${entryId ?? ''}`);
}

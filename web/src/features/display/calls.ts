/** The calls to announce: the differences between two boards [ARR-6]. */
import { placeOf } from '@baari/contract/text/commas.ts';
import type { Board } from '@baari/contract/hospital/screen.ts';

export interface TokenCall {
  readonly token: string;
  /** The doctor's name, or that of a shared line. */
  readonly doctorName: string;
  /** The room; null while unknown [ROOM-1]. */
  readonly room: string | null;
}

/** After an outage, calls up to this age in ms are still announced. */
const freshMs = 60_000;

/** The calls since the previous board that are still recent; none on the first board. */
export function newCalls(before: Board | undefined, after: Board, now: number): TokenCall[] {
  if (before === undefined) return [];
  const served = new Map(placesOf(before).map(({ id, serving }) => [id, serving]));
  const calls = new Map<string, TokenCall>();
  for (const { id, name, room, serving } of placesOf(after)) {
    if (serving === null || now - Date.parse(serving.since) > freshMs) continue;
    const { token, since } = serving;
    const last = served.get(id);
    const isSame = last?.token === token && last.since === since;
    // A doctor's call from a line for any doctor is in both lists and announced once, with the
    // doctor.
    if (!isSame && !calls.has(token)) calls.set(token, { token, doctorName: name, room });
  }
  return [...calls.values()];
}

/**
 * The places a patient can be called to: doctors, then the points of shared lines with their line.
 */
function placesOf({ doctors, lines }: Board) {
  const points = lines.flatMap(({ name: line, points: those }) =>
    those.map(({ id, name, serving }) => ({
      id,
      name: line,
      room: placeOf([line, name]),
      serving,
    })),
  );
  return [...doctors, ...points];
}

/** The announcement in a language: it names the room, else the doctor. */
export function sentenceOf(
  { token, doctorName, room }: TokenCall,
  words: {
    readonly toRoom: (token: string, room: string) => string;
    readonly toDoctor: (token: string, doctor: string) => string;
  },
): string {
  return room === null ? words.toDoctor(token, doctorName) : words.toRoom(token, room);
}

/** A token as it is read out, character by character: "C-017" as "C 0 1 7". */
export function spokenToken(token: string): string {
  return token.replace('-', ' ').split('').join(' ').replaceAll(/\s+/gu, ' ').trim();
}

/** The items of one page when more exist than fit. */
export function pageOf<Item>(items: readonly Item[], perPage: number, turn: number): Item[] {
  const pages = Math.max(1, Math.ceil(items.length / perPage));
  const page = turn % pages;
  return items.slice(page * perPage, (page + 1) * perPage);
}

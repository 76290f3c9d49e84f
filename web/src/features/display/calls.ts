/** Whom a display calls out: what has changed from one board to the next [ARR-6]. */
import type { Board } from '@baari/contract/screen.ts';

export interface TokenCall {
  readonly token: string;
  readonly doctorName: string;
  /** Where to go in; null while nobody has said [ROOM-1]. */
  readonly room: string | null;
}

/** A call that came while the display was cut off is still worth hearing for this long. */
const freshMs = 60_000;

/** Those called in since the board before, unless it was too long ago; none on a first board. */
export function newCalls(before: Board | undefined, after: Board, now: number): TokenCall[] {
  if (before === undefined) return [];
  const served = new Map(before.doctors.map(({ id, serving }) => [id, serving]));
  return after.doctors.flatMap(({ id, name, room, serving }) => {
    if (serving === null || now - Date.parse(serving.since) > freshMs) return [];
    const last = served.get(id);
    const isSame = last?.token === serving.token && last.since === serving.since;
    return isSame ? [] : [{ token: serving.token, doctorName: name, room }];
  });
}

/** Where a call sends to, in the words of a language: to the room, else to the doctor. */
export function sentenceOf(
  { token, doctorName, room }: TokenCall,
  words: {
    readonly toRoom: (token: string, room: string) => string;
    readonly toDoctor: (token: string, doctor: string) => string;
  },
): string {
  return room === null ? words.toDoctor(token, doctorName) : words.toRoom(token, room);
}

/** A token as it is read out, sign by sign: "C-017" as "C 0 1 7" would be heard as letters anyway. */
export function spokenToken(token: string): string {
  return token.replace('-', ' ').split('').join(' ').replaceAll(/\s+/gu, ' ').trim();
}

/** Which doctors a page of the board shows, when there are more than fit. */
export function pageOf<Item>(items: readonly Item[], perPage: number, turn: number): Item[] {
  const pages = Math.max(1, Math.ceil(items.length / perPage));
  const page = turn % pages;
  return items.slice(page * perPage, (page + 1) * perPage);
}

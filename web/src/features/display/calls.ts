/**
 * Finds the token numbers that the display announces, by comparing the new board with the previous
 * board [ARR-6].
 */
import { nameIn } from '@baari/contract/lines/line-names.ts';
import { type Language, languages } from '@baari/contract/languages.gen.ts';
import { placeOf } from '@baari/contract/text/commas.ts';
import type { Board } from '@baari/contract/hospital/screen.ts';

export interface TokenCall {
  readonly token: string;
  /** The name of the doctor or of the shared line. */
  readonly doctorName: string;
  /** The room to which the patient is called; null while unknown [ROOM-1]. */
  readonly room: string | null;
  /**
   * The names of the shared line or its service point in other languages. Absent if there are none.
   */
  readonly inLanguages?: InLanguages;
}

type InLanguages = Readonly<Partial<Record<Language, Pick<TokenCall, 'doctorName' | 'room'>>>>;
type BoardLine = Board['lines'][number];

/**
 * For this time in ms after a patient was called in, a display that was offline still announces the
 * token number.
 */
const freshMs = 60_000;

/** Returns the display's board with the names of lines and service points in this language. */
export function boardIn(board: Board, language: Language): Board {
  return { ...board, lines: board.lines.map((line) => lineIn(line, language)) };
}

function lineIn(line: BoardLine, language: Language): BoardLine {
  return {
    ...line,
    name: nameIn(line.name, line.names, language),
    points: line.points.map((point) => ({
      ...point,
      name: nameIn(point.name, point.names, language),
    })),
  };
}

/** Returns the announcement with the names of the line and service point in this language. */
export function callIn(call: TokenCall, language: Language): TokenCall {
  return { ...call, ...call.inLanguages?.[language] };
}

/**
 * Returns the token numbers called since the previous board, except those called too long ago.
 * Empty for the first board.
 */
export function newCalls(before: Board | undefined, after: Board, now: number): TokenCall[] {
  if (before === undefined) return [];
  const served = new Map(placesOf(before).map(({ id, serving }) => [id, serving]));
  const calls = new Map<string, TokenCall>();
  for (const { id, name, room, serving, line } of placesOf(after)) {
    if (serving === null || now - Date.parse(serving.since) > freshMs) continue;
    const { token, since } = serving;
    const last = served.get(id);
    const isSame = last?.token === token && last.since === since;
    // If a doctor calls a patient in from a line that any doctor serves, the token number is on
    // both lists. It is announced once, for the doctor.
    if (!isSame && !calls.has(token))
      calls.set(token, { token, doctorName: name, room, ...inLanguagesOf(id, line) });
  }
  return [...calls.values()];
}

/**
 * Returns the places to which patients are called: doctors, and the service points of shared lines
 * with the line's name.
 */
function placesOf({ doctors, lines }: Board): readonly Place[] {
  const points = lines.flatMap((line) =>
    line.points.map(({ id, name, serving }) => ({
      id,
      name: line.name,
      room: placeOf([line.name, name]),
      serving,
      line,
    })),
  );
  return [...doctors, ...points];
}

interface Place extends Pick<Board['doctors'][number], 'id' | 'name' | 'room' | 'serving'> {
  readonly line?: BoardLine;
}

function inLanguagesOf(
  pointId: string,
  line: BoardLine | undefined,
): Pick<TokenCall, 'inLanguages'> {
  const point = line?.points.find(({ id }) => id === pointId);
  if (line === undefined || point === undefined) return {};
  const named = languages.filter((each) => line.names?.[each] ?? point.names?.[each]);
  if (named.length === 0) return {};
  const translated = named.map((language) => {
    const doctorName = nameIn(line.name, line.names, language);
    const room = placeOf([doctorName, nameIn(point.name, point.names, language)]);
    return [language, { doctorName, room }] as const;
  });
  return { inLanguages: Object.fromEntries(translated) };
}

/**
 * Returns the sentence to announce, in one language. The sentence names the room, or the doctor if
 * there is no room.
 */
export function sentenceOf(
  { token, doctorName, room }: TokenCall,
  words: {
    readonly toRoom: (token: string, room: string) => string;
    readonly toDoctor: (token: string, doctor: string) => string;
  },
): string {
  return room === null ? words.toDoctor(token, doctorName) : words.toRoom(token, room);
}

/** Returns a token number as it is read out, character by character: "C-017" becomes "C 0 1 7". */
export function spokenToken(token: string): string {
  return token.replace('-', ' ').split('').join(' ').replaceAll(/\s+/gu, ' ').trim();
}

/** Returns the items to show on the current page, if not all items fit on the screen. */
export function pageOf<Item>(items: readonly Item[], perPage: number, turn: number): Item[] {
  const pages = Math.max(1, Math.ceil(items.length / perPage));
  const page = turn % pages;
  return items.slice(page * perPage, (page + 1) * perPage);
}

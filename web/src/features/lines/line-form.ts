/** A shared line as typed in the form, and the request body made from it [LINE-1]. */
import {
  lineTemplates,
  type NewLine,
  type OrderRule,
  type SharedLine,
} from '@baari/contract/lines/shared-line.ts';
import type { ServiceKind } from '@baari/contract/lines/service-kinds.ts';

export type LineTemplate = keyof typeof lineTemplates;

/** A line's or counter's names by language code, as typed. */
export type TypedNames = Readonly<Record<string, string>>;

/** The settings of a shared line, without its service points. */
export interface LineFacts {
  readonly name: string;
  /** The line's names in other languages. */
  readonly names: TypedNames;
  readonly department: string;
  readonly room: string;
  readonly order: OrderRule;
  /**
   * One of this many calls may go to a patient who returns to the line. The value is the text as
   * typed.
   */
  readonly returnsEvery: string;
  readonly asksFromHome: boolean;
}

export interface LineDraft extends LineFacts {
  readonly kind: ServiceKind;
  /**
   * The number of counters to create. A line that any doctor serves has doctors instead of
   * counters.
   */
  readonly counters: number;
  readonly doctorIds: readonly string[];
}

/**
 * The contract's limits for `returnsEvery`: one of this many calls to a service point may go to a
 * patient who returns to the line.
 */
export const returnsBounds = { min: 2, max: 20 } as const;

export function isReadyLine({ name, order, returnsEvery }: LineFacts): boolean {
  return name.trim() !== '' && (order !== 'returns_next' || isEvery(returnsEvery));
}

function isEvery(typed: string): boolean {
  const every = Number(typed);
  return Number.isInteger(every) && every >= returnsBounds.min && every <= returnsBounds.max;
}

/**
 * Returns the settings to send. A setting that the line's order of patients does not use keeps its
 * stored value.
 */
export function factsSent({
  name,
  names,
  department,
  room,
  order,
  returnsEvery,
  asksFromHome,
}: LineFacts) {
  return {
    name: name.trim(),
    names: namesSent(names),
    department: department.trim() === '' ? null : department.trim(),
    room: room.trim() === '' ? null : room.trim(),
    order,
    returnsEvery: isEvery(returnsEvery) ? Number(returnsEvery) : usualEvery,
    asksFromHome,
  };
}

/** Returns the names of the languages in which something was typed, by language code. */
export function namesSent(names: TypedNames): Record<string, string> {
  const typed = Object.entries(names).map(([language, name]) => [language, name.trim()] as const);
  return Object.fromEntries(typed.filter(([, name]) => name !== ''));
}

export function factsOf(line: Omit<SharedLine, 'id'>): LineFacts {
  const { name, names, department, room, order, returnsEvery, asksFromHome } = line;
  return {
    name,
    names,
    department: department ?? '',
    room: room ?? '',
    order,
    returnsEvery: String(returnsEvery),
    asksFromHome,
  };
}

const usualEvery = 3;

export function newDraft(kind: ServiceKind, name: string): LineDraft {
  return {
    kind,
    name,
    names: {},
    department: '',
    room: '',
    order: kind === 'any_doctor' ? 'returns_next' : 'end',
    returnsEvery: String(usualEvery),
    // Patients at home can join this line only if doctors serve it. Other lines can be joined only
    // at the hospital.
    asksFromHome: kind === 'any_doctor',
    counters: kind === 'any_doctor' ? 0 : 1,
    doctorIds: [],
  };
}

/** Returns the lines of a template, with names in the administrator's language. */
export function draftsOf(
  template: LineTemplate,
  names: Readonly<Record<ServiceKind, string>>,
): LineDraft[] {
  return lineTemplates[template].lines.map(({ kind, order, points }) => ({
    ...newDraft(kind, names[kind]),
    order,
    counters: points,
  }));
}

/** A doctor as a service point of a line that any doctor serves. */
export interface PointDoctor {
  readonly id: string;
  readonly name: string;
  readonly room: string | null;
}

/**
 * Returns the service points of a line that any doctor serves. Each has the name of the doctor's
 * room, because patients go to the room; doctors who share a room have their own names instead.
 */
export function doctorPoints(
  doctorIds: readonly string[],
  doctors: readonly PointDoctor[],
): NewLine['points'] {
  const chosen = doctors.filter(({ id }) => doctorIds.includes(id));
  const rooms = chosen.map(({ room }) => room);
  return chosen.map(({ id, name, room }) => {
    const isOwn = room !== null && rooms.filter((each) => each === room).length === 1;
    return {
      name: (isOwn ? room : name).slice(0, pointNameLength),
      names: {},
      doctorId: id,
      hours: [],
    };
  });
}

/** The maximum length of a service point's name. */
export const pointNameLength = 40;

export function lineSent(
  draft: LineDraft,
  {
    doctors,
    pointName,
  }: { readonly doctors: readonly PointDoctor[]; readonly pointName: (at: number) => string },
): NewLine {
  const counters = Array.from({ length: draft.counters }, (_, at) => ({
    name: pointName(at + 1),
    names: {},
    doctorId: null,
    hours: [],
  }));
  return {
    ...factsSent(draft),
    kind: draft.kind,
    points: draft.kind === 'any_doctor' ? doctorPoints(draft.doctorIds, doctors) : counters,
  };
}

/**
 * Returns the first of the names "Counter 1", "Counter 2" … that no counter of the line has yet.
 */
export function freePointName(taken: readonly string[], pointName: (at: number) => string): string {
  let at = 1;
  while (taken.includes(pointName(at))) at += 1;
  return pointName(at);
}

/** A shared line as typed, and what is sent [LINE-1]. */
import {
  lineTemplates,
  type NewLine,
  type OrderRule,
  type SharedLine,
} from '@baari/contract/lines/shared-line.ts';
import type { ServiceKind } from '@baari/contract/lines/service-kinds.ts';

export type LineTemplate = keyof typeof lineTemplates;

/** Names by language code, as typed. */
export type TypedNames = Readonly<Record<string, string>>;

/** The settings of a line, without its points. */
export interface LineFacts {
  readonly name: string;
  /** The names in other languages. */
  readonly names: TypedNames;
  readonly department: string;
  readonly room: string;
  readonly order: OrderRule;
  /** The number as typed. */
  readonly returnsEvery: string;
  readonly asksFromHome: boolean;
}

export interface LineDraft extends LineFacts {
  readonly kind: ServiceKind;
  /** The number of counters to create; a line for any doctor has its doctors instead. */
  readonly counters: number;
  readonly doctorIds: readonly string[];
}

/** The contract's limits: one of this many calls may be of a returning patient. */
export const returnsBounds = { min: 2, max: 20 } as const;

export function isReadyLine({ name, order, returnsEvery }: LineFacts): boolean {
  return name.trim() !== '' && (order !== 'returns_next' || isEvery(returnsEvery));
}

function isEvery(typed: string): boolean {
  const every = Number(typed);
  return Number.isInteger(every) && every >= returnsBounds.min && every <= returnsBounds.max;
}

/** The body to send; a setting that this order does not use keeps its value. */
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

/** The names of those languages for which something was typed. */
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
    // Patients join doctors from home, but other lines only on site.
    asksFromHome: kind === 'any_doctor',
    counters: kind === 'any_doctor' ? 0 : 1,
    doctorIds: [],
  };
}

/** The lines of a template, named in the administrator's language. */
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

/** A doctor as a point of a line for any doctor. */
export interface PointDoctor {
  readonly id: string;
  readonly name: string;
  readonly room: string | null;
}

/**
 * The points of an any-doctor line, named by the doctors' rooms, because patients go there. Two doctors in one room get
 * their own names.
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

/** The maximum length of a point's name. */
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

/** The first free name of "Counter 1", "Counter 2" … in the line. */
export function freePointName(taken: readonly string[], pointName: (at: number) => string): string {
  let at = 1;
  while (taken.includes(pointName(at))) at += 1;
  return pointName(at);
}

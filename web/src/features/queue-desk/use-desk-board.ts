import { isAway } from '@baari/contract/line.ts';
import type { StaffEntry } from '@baari/contract/queue.ts';
import { type Ref, useRef, useState } from 'react';
import { useUser } from '../../session/session.ts';
import { useDesk } from './desk.tsx';
import { rightsIn } from './desk-access.ts';
import { type DeskCommand, neighbour } from './desk-keys.ts';
import type { Pane } from './desk-panes.tsx';
import type { ListHandle } from './entry-list.tsx';
import { useDeskKeys, useKeysOn } from './use-desk-keys.ts';

/** What is on the desk for the keys to act on. */
export interface BoardParts {
  /** Absent where requests are not decided on. */
  pending?: readonly StaffEntry[];
  waiting: readonly StaffEntry[];
  current?: StaffEntry | undefined;
  pane: Pane;
  onPane: (pane: Pane) => void;
  refresh: () => void;
}

export interface BoardList {
  readonly selected: string | null;
  readonly onSelect: (id: string | null) => void;
  readonly listRef: Ref<ListHandle>;
}

/** The selections of the two lists and the keys that act on them. */
export function useDeskBoard(parts: BoardParts) {
  const { pending = [], waiting, current, pane, onPane, refresh } = parts;
  const desk = useDesk();
  const user = useUser();
  const pendingList = useRef<ListHandle>(null);
  const waitingList = useRef<ListHandle>(null);
  const [pendingId, selectPending] = useState<string | null>(null);
  const [waitingId, selectWaiting] = useState<string | null>(null);
  const [helpOpen, setHelpOpen] = useState(false);
  const [keysOn, setKeysOn] = useKeysOn();

  const request = pane === 'pending' ? find(pending, pendingId) : undefined;
  const patient = pane === 'queue' ? find(waiting, waitingId) : undefined;

  function step(by: 1 | -1): void {
    const [list, ids, selected] =
      pane === 'pending'
        ? [pendingList, pending.map(idOf), pendingId]
        : [waitingList, waiting.map(idOf), waitingId];
    const next = neighbour(ids, selected, by);
    if (next !== undefined) list.current?.focusEntry(next);
  }

  function go(to: Pane): void {
    onPane(to);
    const [list, ids, selected] =
      to === 'pending'
        ? [pendingList, pending.map(idOf), pendingId]
        : [waitingList, waiting.map(idOf), waitingId];
    const target = ids.find((id) => id === selected) ?? ids[0];
    // The pane may have to be drawn first.
    if (target !== undefined) requestAnimationFrame(() => list.current?.focusEntry(target));
  }

  function start(): void {
    const line = patient ? waiting.filter((other) => isSameLine(other, patient)) : waiting;
    const [first] = line;
    if (!first || line.some((other) => !isSameLine(other, first))) return;
    if (!current && rightsIn(first.doctor.id, user).consult) void desk.start(first);
  }

  function hold(): void {
    const absent = patient && (isAway(patient) || patient.position === 1) ? patient : undefined;
    const target = absent ?? (patient ? undefined : current);
    if (target && rightsIn(target.doctor.id, user).markNoShow) void desk.hold(target);
  }

  const run: Record<DeskCommand, () => void> = {
    next: () => step(1),
    previous: () => step(-1),
    pendingPane: () => go('pending'),
    queuePane: () => go('queue'),
    approve: () => request && void desk.approve(request),
    reject: () => request && desk.ask('reject', request),
    start,
    complete: () => {
      if (current && rightsIn(current.doctor.id, user).consult) void desk.complete(current);
    },
    noShow: () => {
      if (patient && rightsIn(patient.doctor.id, user).markNoShow) desk.ask('noShow', patient);
    },
    remove: () => patient && desk.ask('remove', patient),
    moveUp: () => patient && void desk.moveUp(patient),
    moveDown: () => patient && void desk.moveDown(patient),
    moveTo: () => patient && desk.ask('move', patient),
    hold,
    back: () => {
      if (patient && isAway(patient)) void desk.back(patient);
    },
    notes: () => patient && desk.ask('notes', patient),
    urgency: () => {
      const judged = request ?? patient;
      if (judged) desk.ask('urgency', judged);
    },
    refresh,
    help: () => setHelpOpen(true),
  };
  useDeskKeys(keysOn, (command) => run[command]());

  return {
    pending: { selected: pendingId, onSelect: selectPending, listRef: pendingList },
    waiting: { selected: waitingId, onSelect: selectWaiting, listRef: waitingList },
    keys: { open: helpOpen, onOpenChange: setHelpOpen, on: keysOn, onChange: setKeysOn },
  } satisfies { pending: BoardList; waiting: BoardList; keys: object };
}

function find(entries: readonly StaffEntry[], id: string | null): StaffEntry | undefined {
  return entries.find((entry) => entry.id === id);
}

function isSameLine(one: StaffEntry, other: StaffEntry): boolean {
  return one.doctor.id === other.doctor.id;
}

function idOf(entry: StaffEntry): string {
  return entry.id;
}

import type { QueueStatus } from '@baari/contract/constants.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import {
  type DeskActionName,
  type QueueAction,
  queueActions,
} from '@baari/contract/queue/queue-actions.ts';
import { type Ref, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useUser } from '../../../session/session.ts';
import { useDesk } from '../desk.tsx';
import { lastOfLines, mayBeCheckedIn, mayDo, offerOf } from '../actions/desk-access.ts';
import { isKeyed, neighbour, type PageCommand, successor, worksAnywhere } from './desk-keys.ts';
import type { Pane } from '../desk-panes.tsx';
import type { ListHandle } from './list-focus.ts';
import { isTicketAddress } from './palette.rules.ts';
import type { KnownPerson } from '../receiving/receive-dialog.tsx';
import { useDeskKeys, useKeysOn, usePaletteKey } from './use-desk-keys.ts';
import { useTodayAddress } from '../day/use-today.ts';

const none: readonly StaffEntry[] = [];

/** The entries and settings that the shortcuts work with. */
export interface BoardParts {
  /** Absent where no requests are decided. */
  pending?: readonly StaffEntry[];
  waiting: readonly StaffEntry[];
  /** Patients in consultation with the doctors shown. */
  inside?: readonly StaffEntry[];
  /** Whether each doctor's line is a separate list, in which the keys move up and down. */
  hasLists?: boolean;
  pane: Pane;
  onPane: (pane: Pane) => void;
  refresh: () => void;
}

export interface BoardList {
  readonly selected: string | null;
  readonly onSelect: (id: string | null) => void;
  readonly listRef: Ref<ListHandle>;
}

/** The selections of the two lists and the shortcuts that act on them. */
export function useDeskBoard(parts: BoardParts) {
  const { pending = none, waiting, inside = none, hasLists = false, pane, onPane, refresh } = parts;
  const desk = useDesk();
  const user = useUser();
  const pendingList = useRef<ListHandle>(null);
  const waitingList = useRef<ListHandle>(null);
  const [pendingId, selectPending] = useState<string | null>(null);
  const [waitingId, selectWaiting] = useState<string | null>(null);
  const [helpOpen, setHelpOpen] = useState(false);
  const [paletteOpen, setPaletteOpen] = useState(false);
  const [paletteText, setPaletteText] = useState('');
  const [isPaletteEntered, setPaletteEntered] = useState(false);
  const [todaySought, setTodaySought] = useState('');
  const [keysOn, setKeysOn] = useKeysOn();
  const today = useTodayAddress();
  const sought = useRef<string | null>(null);

  // Set during rendering, so that decision and selection render together.
  const [listed, setListed] = useState(pending);
  if (listed !== pending) {
    setListed(pending);
    if (pendingId !== null) {
      selectPending(successor(listed.map(idOf), pending.map(idOf), pendingId) ?? null);
    }
  }

  const request = pane === 'pending' ? find(pending, pendingId) : undefined;
  const patient = pane === 'queue' ? find(waiting, waitingId) : undefined;
  const current = insideWith(patient, inside);

  const focusSought = useEffectEvent((id: string) => {
    if (sought.current !== id) return;
    sought.current = null;
    const list = pending.some((entry) => entry.id === id) ? pendingList : waitingList;
    requestAnimationFrame(() => list.current?.focusEntry(id));
  });
  // The line of another doctor may have to load first.
  useEffect(() => {
    if (sought.current === null) return;
    const drawn = [...pending, ...waiting].find(({ id }) => id === sought.current);
    if (drawn) focusSought(drawn.id);
  });

  function step(by: 1 | -1): void {
    const [list, ids, selected] =
      pane === 'pending'
        ? [pendingList, pending.map(idOf), pendingId]
        : [waitingList, listAround(patient).map(idOf), waitingId];
    const next = neighbour(ids, selected, by);
    if (next !== undefined) list.current?.focusEntry(next);
  }

  /** The list in which the shortcuts move the selection. */
  function listAround(selected: StaffEntry | undefined): readonly StaffEntry[] {
    if (!hasLists || selected === undefined) return waiting;
    return waiting.filter((other) => isSameLine(other, selected));
  }

  function go(to: Pane): void {
    onPane(to);
    const [list, ids, selected] =
      to === 'pending'
        ? [pendingList, pending.map(idOf), pendingId]
        : [waitingList, waiting.map(idOf), waitingId];
    const target = ids.find((id) => id === selected) ?? ids[0];
    // The pane may have to render first.
    if (target !== undefined) requestAnimationFrame(() => list.current?.focusEntry(target));
  }

  /** The entry that an action applies to; undefined if there is none. */
  function meantFor(name: DeskActionName): StaffEntry | undefined {
    const { from, needs = [] }: QueueAction = queueActions[name];
    if (needs.includes('first')) return firstInLine(patient, waiting);
    const selected = request ?? patient;
    // The patient inside is used if the selected entry does not fit.
    return selected && from.includes(selected.status) ? selected : meantInside(from, selected);
  }

  function meantInside(from: readonly QueueStatus[], selected: StaffEntry | undefined) {
    return selected === undefined || !from.includes('waiting') ? current : undefined;
  }

  /** The entry that an action applies to, if this user may apply it. */
  function targetOf(name: DeskActionName): StaffEntry | undefined {
    const target = meantFor(name);
    if (!target || !mayDo(name, target.doctor.id, user)) return undefined;
    const around = {
      isLast: lastOfLines(waiting).has(target.id),
      consultationRuns: current !== undefined,
    };
    return offerOf(name, target, around) === 'offered' ? target : undefined;
  }

  function runAction(name: DeskActionName): void {
    const target = targetOf(name);
    if (target) desk.press(name, target);
  }

  function openToday(sought: string): void {
    setTodaySought(sought);
    today.setOpen(true);
  }

  /** Goes to an entry of one of the lists once it has loaded. */
  const show = useCallback(
    (entry: StaffEntry) => {
      onPane(entry.status === 'pending_approval' ? 'pending' : 'queue');
      sought.current = entry.id;
    },
    [onPane],
  );

  const openPaletteWith = useCallback((text: string) => {
    setPaletteText(text);
    setPaletteEntered(false);
    setPaletteOpen(true);
  }, []);
  const openPalette = useCallback(() => openPaletteWith(''), [openPaletteWith]);
  const openHelp = useCallback(() => setHelpOpen(true), []);

  const run: Record<PageCommand, () => void> = {
    next: () => step(1),
    previous: () => step(-1),
    pendingPane: () => go('pending'),
    queuePane: () => go('queue'),
    undo: desk.undo,
    today: () => openToday(''),
    refresh,
    help: openHelp,
  };

  /** A scanned ticket means that the patient is at the desk, so one scan checks them in. */
  function receiveFound(entry: StaffEntry): void {
    const isHere = isTicketAddress(paletteText) && mayBeCheckedIn(entry, user);
    if (isHere) desk.press('check_in', entry);
  }

  // A dialog that is still loading counts as open, because typed keys are meant for it.
  const isOpening = paletteOpen || today.isOpen;
  useDeskKeys(
    keysOn && !isOpening,
    (command) => {
      if (isOpening) return;
      if (isKeyed(command)) runAction(command);
      // Only in the console: on a desk of many lines the target would be ambiguous.
      else if (!worksAnywhere(command)) run[command]();
    },
    isOpening ? undefined : openPaletteWith,
  );
  usePaletteKey({
    isOpen: paletteOpen,
    open: openPalette,
    type: (letter) => setPaletteText((text) => text + letter),
    enter: () => setPaletteEntered(true),
  });

  const lists = {
    pending: { selected: pendingId, onSelect: selectPending, listRef: pendingList },
    waiting: { selected: waitingId, onSelect: selectWaiting, listRef: waitingList },
  } satisfies Record<string, BoardList>;
  return {
    show,
    todaySought,
    openPalette,
    openHelp,
    palette: {
      isOpen: paletteOpen,
      isEntered: isPaletteEntered,
      onFound: receiveFound,
      typed: paletteText,
      onType: setPaletteText,
      entries: [...pending, ...inside, ...waiting],
      targetOf,
      onAction: desk.press,
      onCommand: (command: PageCommand) => run[command](),
      onEnded: (entry: StaffEntry) => openToday(entry.token ?? entry.patient.fullName),
      onReceive: (patient: KnownPerson) => desk.receive({ patient }),
      onClose: () => setPaletteOpen(false),
    },
    ...lists,
    keys: { open: helpOpen, onOpenChange: setHelpOpen, on: keysOn, onChange: setKeysOn },
  };
}

function find(entries: readonly StaffEntry[], id: string | null): StaffEntry | undefined {
  return entries.find((entry) => entry.id === id);
}

/** The patient with the selected entry's doctor, or with the only doctor shown. */
function insideWith(
  selected: StaffEntry | undefined,
  inside: readonly StaffEntry[],
): StaffEntry | undefined {
  if (selected) return inside.find((entry) => isSameLine(entry, selected));
  return inside.length === 1 ? inside[0] : undefined;
}

/** The first entry of the selected one's line, or of the only line. */
function firstInLine(
  selected: StaffEntry | undefined,
  waiting: readonly StaffEntry[],
): StaffEntry | undefined {
  const line = selected ? waiting.filter((other) => isSameLine(other, selected)) : waiting;
  const [first] = line;
  return first && line.every((other) => isSameLine(other, first)) ? first : undefined;
}

function isSameLine(one: StaffEntry, other: StaffEntry): boolean {
  return one.doctor.id === other.doctor.id;
}

function idOf(entry: StaffEntry): string {
  return entry.id;
}

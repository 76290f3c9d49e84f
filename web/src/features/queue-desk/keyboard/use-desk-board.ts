import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import {
  type DeskActionName,
  type QueueAction,
  queueActions,
} from '@baari/contract/queue/queue-actions.ts';
import { useQuery } from '@tanstack/react-query';
import {
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useUser } from '../../../session/session.ts';
import { vitalSettingsQuery } from '../../../shared/vitals/vitals-queries.ts';
import { useDesk } from '../desk.tsx';
import { lastOfLines, mayBeCheckedIn, mayDo, offerOf } from '../actions/desk-access.ts';
import { isKeyed, neighbour, type PageCommand, successor, worksAnywhere } from './desk-keys.ts';
import type { Pane } from '../desk-panes.tsx';
import type { ListHandle } from './list-focus.ts';
import { isTicketAddress } from './palette.rules.ts';
import type { KnownPerson } from '../receiving/receive-values.ts';
import { useDeskKeys, useKeysOn, usePaletteKey } from './use-desk-keys.ts';
import { useTodayAddress } from '../day/use-today.ts';

const none: readonly StaffEntry[] = [];

/** The queue entries and settings that the keyboard shortcuts of the desk use. */
export interface BoardParts {
  /** The patients' requests. Undefined if the page is not for deciding on requests. */
  pending?: readonly StaffEntry[];
  waiting: readonly StaffEntry[];
  /** Patients in consultation with the doctors whom the page shows. */
  inside?: readonly StaffEntry[];
  /**
   * Whether each doctor's line is a separate list. The arrow keys then move up and down within one
   * line.
   */
  hasLists?: boolean;
  pane: Pane;
  onPane: (pane: Pane) => void;
  refresh: () => void;
  /**
   * Opens the form to add a patient who comes without an appointment, also as an emergency.
   * Undefined on pages where patients cannot be added.
   */
  onWalkIn?: (asEmergency: boolean) => void;
}

export interface BoardList {
  readonly selected: string | null;
  readonly onSelect: (id: string | null) => void;
  readonly listRef: Ref<ListHandle>;
}

/**
 * The selected request and the selected waiting entry, and the keyboard shortcuts that act on them.
 */
export function useDeskBoard(parts: BoardParts) {
  const { pending = none, waiting, inside = none, onPane, refresh, onWalkIn } = parts;
  const desk = useDesk();
  const user = useUser();
  const { lists, request, patient, step, go } = useSelections(parts);
  // Read with the page, so that a button for vital signs that appears later needs no request.
  useQuery(vitalSettingsQuery());
  const [helpOpen, setHelpOpen] = useState(false);
  const palette = usePaletteState();
  const [todaySought, setTodaySought] = useState('');
  const [keysOn, setKeysOn] = useKeysOn();
  const today = useTodayAddress();

  const current = insideWith(patient, inside);

  const seek = useSoughtEntry({
    pending,
    waiting,
    pendingList: lists.pending.listRef,
    waitingList: lists.waiting.listRef,
  });

  /** Returns the queue entry to which an action applies, if this user may apply the action. */
  function targetOf(name: DeskActionName): StaffEntry | undefined {
    const target = meantFor(name, { request, patient, current, waiting });
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

  /** Selects a queue entry in its list, as soon as the entry is rendered. */
  const show = useCallback(
    (entry: StaffEntry) => {
      onPane(entry.status === 'pending_approval' ? 'pending' : 'queue');
      seek(entry.id);
    },
    [onPane, seek],
  );

  const openHelp = useCallback(() => setHelpOpen(true), []);

  const run: Record<PageCommand, () => void> = {
    next: () => step(1),
    previous: () => step(-1),
    pendingPane: () => go('pending'),
    queuePane: () => go('queue'),
    walkIn: () => onWalkIn?.(false),
    emergency: () => onWalkIn?.(true),
    undo: desk.undo,
    today: () => openToday(''),
    refresh,
    help: openHelp,
  };

  /**
   * Checks in the patient whose ticket was scanned, because the person with the ticket stands at
   * the desk.
   */
  function receiveFound(entry: StaffEntry): void {
    const isHere = isTicketAddress(palette.text) && mayBeCheckedIn(entry, user);
    if (isHere) desk.press('check_in', entry);
  }

  // A dialog whose code is still loading counts as open, because the keys being typed are meant for
  // that dialog.
  const isOpening = palette.isOpen || today.isOpen;
  useDeskKeys(
    keysOn && !isOpening,
    (command) => {
      if (isOpening) return;
      if (isKeyed(command)) runAction(command);
      // The console's own shortcuts work only in the doctor's console. On a desk with several lines
      // it would be unclear which patient to call in.
      else if (!worksAnywhere(command)) run[command]();
    },
    isOpening ? undefined : palette.openWith,
  );
  usePaletteKey({
    isOpen: palette.isOpen,
    open: palette.open,
    type: palette.type,
    enter: palette.enter,
  });

  return {
    show,
    todaySought,
    openPalette: palette.open,
    openHelp,
    palette: {
      isOpen: palette.isOpen,
      isEntered: palette.isEntered,
      onFound: receiveFound,
      typed: palette.text,
      onType: palette.onType,
      entries: [...pending, ...inside, ...waiting],
      targetOf,
      onAction: desk.press,
      onCommand: (command: PageCommand) => run[command](),
      onEnded: (entry: StaffEntry) => openToday(entry.token ?? entry.patient.fullName),
      onReceive: (patient: KnownPerson) => desk.receive({ patient }),
      onClose: palette.close,
    },
    ...lists,
    keys: { open: helpOpen, onOpenChange: setHelpOpen, on: keysOn, onChange: setKeysOn },
  };
}

/**
 * The selected entry of each list, and the functions with which keyboard shortcuts change the
 * selection.
 */
function useSelections({
  pending = none,
  waiting,
  hasLists = false,
  pane,
  onPane,
}: Omit<BoardParts, 'inside' | 'refresh' | 'onWalkIn'>) {
  const pendingList = useRef<ListHandle>(null);
  const waitingList = useRef<ListHandle>(null);
  const [pendingId, selectPending] = useState<string | null>(null);
  const [waitingId, selectWaiting] = useState<string | null>(null);

  // Updated during rendering, so that a decision and the new selection render together.
  const [listed, setListed] = useState(pending);
  if (listed !== pending) {
    setListed(pending);
    if (pendingId !== null) {
      selectPending(successor(listed.map(idOf), pending.map(idOf), pendingId) ?? null);
    }
  }

  const request = pane === 'pending' ? find(pending, pendingId) : undefined;
  const patient = pane === 'queue' ? find(waiting, waitingId) : undefined;
  function step(by: 1 | -1): void {
    const [list, ids, selected] =
      pane === 'pending'
        ? [pendingList, pending.map(idOf), pendingId]
        : [waitingList, listAround(patient).map(idOf), waitingId];
    const next = neighbour(ids, selected, by);
    if (next !== undefined) list.current?.focusEntry(next);
  }

  /** Returns the list in which the keyboard shortcuts move the selection. */
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
    // Waits for the next frame, because the list may not be rendered yet.
    if (target !== undefined) requestAnimationFrame(() => list.current?.focusEntry(target));
  }

  const lists = {
    pending: { selected: pendingId, onSelect: selectPending, listRef: pendingList },
    waiting: { selected: waitingId, onSelect: selectWaiting, listRef: waitingList },
  } satisfies Record<string, BoardList>;
  return { lists, request, patient, step, go };
}

/**
 * Whether the command palette is open, and the text typed in it. The text includes keys that were
 * typed before the search field was mounted.
 */
function usePaletteState() {
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [isEntered, setEntered] = useState(false);
  const openWith = useCallback((typed: string) => {
    setText(typed);
    setEntered(false);
    setOpen(true);
  }, []);
  const open = useCallback(() => openWith(''), [openWith]);
  return {
    isOpen,
    text,
    isEntered,
    openWith,
    open,
    onType: setText,
    type: (letter: string) => setText((before) => before + letter),
    enter: () => setEntered(true),
    close: () => setOpen(false),
  };
}

/**
 * Gives the focus to a queue entry as soon as the entry is rendered. Another doctor's line may have
 * to load first.
 */
function useSoughtEntry({
  pending,
  waiting,
  pendingList,
  waitingList,
}: {
  pending: readonly StaffEntry[];
  waiting: readonly StaffEntry[];
  pendingList: RefObject<ListHandle | null>;
  waitingList: RefObject<ListHandle | null>;
}): (id: string) => void {
  const sought = useRef<string | null>(null);
  const focusSought = useEffectEvent((id: string) => {
    if (sought.current !== id) return;
    sought.current = null;
    const list = pending.some((entry) => entry.id === id) ? pendingList : waitingList;
    requestAnimationFrame(() => list.current?.focusEntry(id));
  });
  useEffect(() => {
    if (sought.current === null) return;
    const shown = [...pending, ...waiting].find(({ id }) => id === sought.current);
    if (shown) focusSought(shown.id);
  });
  return useCallback((id: string) => {
    sought.current = id;
  }, []);
}

/** The queue entries on which the keyboard shortcuts can act. */
interface Shown {
  /** The selected request, if the list of requests is visible. */
  readonly request: StaffEntry | undefined;
  readonly patient: StaffEntry | undefined;
  /** The queue entry of the patient in consultation. */
  readonly current: StaffEntry | undefined;
  readonly waiting: readonly StaffEntry[];
}

/** Returns the queue entry to which an action applies. Undefined if there is none. */
function meantFor(
  name: DeskActionName,
  { request, patient, current, waiting }: Shown,
): StaffEntry | undefined {
  const { from, needs = [] }: QueueAction = queueActions[name];
  if (needs.includes('first')) return firstInLine(patient, waiting);
  const selected = request ?? patient;
  if (selected && from.includes(selected.status)) return selected;
  // The shortcut applies to the patient in consultation if nothing is selected, or if the action is
  // only for patients who are with a doctor.
  return selected === undefined || !from.includes('waiting') ? current : undefined;
}

function find(entries: readonly StaffEntry[], id: string | null): StaffEntry | undefined {
  return entries.find((entry) => entry.id === id);
}

/**
 * Returns the patient who is with the selected entry's doctor. Without a selection, returns the
 * only patient in consultation.
 */
function insideWith(
  selected: StaffEntry | undefined,
  inside: readonly StaffEntry[],
): StaffEntry | undefined {
  if (selected) return inside.find((entry) => isSameLine(entry, selected));
  return inside.length === 1 ? inside[0] : undefined;
}

/**
 * Returns the first entry of the selected entry's line. Without a selection, returns the first
 * entry if there is only one line.
 */
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

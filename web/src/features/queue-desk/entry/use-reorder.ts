import { placeOneOn } from '@baari/contract/queue/line.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import {
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useMessages } from '../../../i18n/language.tsx';
import { announceStep } from '../actions/announcements.store.ts';
import { useDesk } from '../desk.tsx';
import type { ListHandle } from '../keyboard/list-focus.ts';
import { type Grab, isOver, lineAround, shownWhileGrabbed } from './reorder.ts';

/** A pointer that moves fewer px than this while pressed makes a click, not a drag. */
const slackPx = 5;
/**
 * Scrolling during a drag: the distance in px from the window's edge at which it starts, and the px
 * per frame.
 */
const edgePx = 72;
const scrollPx = 14;

/** The event handlers of a drag handle. The object stays the same between renders. */
export interface Grip {
  readonly press: (entry: StaffEntry, event: PointerEvent<HTMLElement>) => void;
  readonly click: (entry: StaffEntry) => void;
  readonly key: (entry: StaffEntry, event: KeyboardEvent<HTMLElement>) => void;
}

/**
 * Lets the user move a patient in line by dragging, or by keyboard in the same steps [ADM-5,
 * STAFF-4].
 */
export function useReorder(entries: readonly StaffEntry[], listRef: Ref<ListHandle>) {
  const { queueDesk } = useMessages('queueDesk');
  const desk = useDesk();
  const [grab, setGrab] = useState<Grab | null>(null);
  const shown = useMemo(() => shownWhileGrabbed(entries, grab), [entries, grab]);
  /** Whether to ignore the click event at the end of a drag. */
  const hasDragged = useRef(false);

  function drop(held: Grab): void {
    setGrab(null);
    announceStep('');
    if (held.place !== held.entry.position)
      void desk.act('move', held.entry, { position: held.place });
  }

  function cancel(): void {
    setGrab(null);
    announceStep(queueDesk.grabCancelled);
  }

  function holdOver(held: Grab, place: number): void {
    setGrab({ ...held, place });
    announceStep(queueDesk.grabMoved(place));
    if (held.by === 'keyboard') bringIntoView(listRef, held.entry.id);
  }

  const grip = useStableGrip({
    press(entry, event) {
      if (event.button !== 0) return;
      hasDragged.current = false;
      const from = event.clientY;
      const begin = (move: globalThis.PointerEvent) => {
        if (move.pointerId !== event.pointerId || Math.abs(move.clientY - from) < slackPx) return;
        stop();
        hasDragged.current = true;
        setGrab({ entry, place: entry.position, by: 'pointer' });
      };
      const stop = () => {
        removeEventListener('pointermove', begin);
        removeEventListener('pointerup', stop);
        removeEventListener('pointercancel', stop);
      };
      addEventListener('pointermove', begin);
      addEventListener('pointerup', stop);
      addEventListener('pointercancel', stop);
    },
    click(entry) {
      if (!hasDragged.current) desk.ask('move', entry, entry.position);
      hasDragged.current = false;
    },
    key(entry, event) {
      if (event.key !== ' ') return;
      event.preventDefault();
      // Stopped, because otherwise the listener for the grabbed item would also receive this key
      // press and drop the item.
      event.stopPropagation();
      setGrab({ entry, place: entry.position, by: 'keyboard' });
      announceStep(queueDesk.grabbed(entry.patient.fullName, entry.position));
    },
  });

  const follow = useEffectEvent((y: number) => {
    if (!grab) return;
    const place = placeUnder(grab.entry, shown, y);
    if (place !== undefined && place !== grab.place) holdOver(grab, place);
  });
  const release = useEffectEvent(() => grab && drop(grab));
  const giveUp = useEffectEvent(cancel);
  const steer = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (!grab || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    const line = lineAround(shown, grab.entry);
    const target = targets[event.key]?.(line, grab.entry.id);
    if (event.key === 'Enter' || event.key === ' ') drop(grab);
    else if (event.key === 'Escape') cancel();
    else if (target !== undefined) holdOver(grab, target);
  });

  const by = grab?.by;
  useEffect(() => {
    if (by === 'pointer') return followPointer({ follow, release, giveUp });
    if (by !== 'keyboard') return undefined;
    const listener = (event: globalThis.KeyboardEvent) => steer(event);
    addEventListener('keydown', listener, { capture: true });
    return () => removeEventListener('keydown', listener, { capture: true });
  }, [by]);

  return { shown, grip, grabbed: grab };
}

type Line = readonly StaffEntry[];

const targets: Readonly<
  Record<string, ((line: Line, id: string) => number | undefined) | undefined>
> = {
  ArrowUp: (line, id) => placeOneOn(line, id, -1),
  ArrowDown: (line, id) => placeOneOn(line, id, 1),
  Home: () => 1,
  End: (line) => line.length,
};

function useStableGrip(grip: Grip): Grip {
  const latest = useRef(grip);
  useEffect(() => {
    latest.current = grip;
  });
  return useMemo(
    () => ({
      press: (entry, event) => latest.current.press(entry, event),
      click: (entry) => latest.current.click(entry),
      key: (entry, event) => latest.current.key(entry, event),
    }),
    [],
  );
}

/**
 * Reports the pointer's position until the button is released. Scrolls the page when the pointer is
 * near its edges.
 */
function followPointer(handlers: {
  follow: (y: number) => void;
  release: () => void;
  giveUp: () => void;
}): () => void {
  let y: number | undefined;
  let frame = requestAnimationFrame(function scroll() {
    if (y !== undefined && (y < edgePx || y > innerHeight - edgePx)) {
      scrollBy({ top: y < edgePx ? -scrollPx : scrollPx, behavior: 'instant' });
      handlers.follow(y);
    }
    frame = requestAnimationFrame(scroll);
  });
  const move = (event: globalThis.PointerEvent) => {
    y = event.clientY;
    handlers.follow(y);
  };
  const key = (event: globalThis.KeyboardEvent) => {
    if (event.key === 'Escape') handlers.giveUp();
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', handlers.release);
  addEventListener('pointercancel', handlers.giveUp);
  addEventListener('keydown', key);
  return () => {
    cancelAnimationFrame(frame);
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', handlers.release);
    removeEventListener('pointercancel', handlers.giveUp);
    removeEventListener('keydown', key);
  };
}

/**
 * Returns the place in line with which the dragged item should swap at this height. Undefined if
 * there is none.
 */
function placeUnder(entry: StaffEntry, shown: Line, y: number): number | undefined {
  const held = rowOf(entry.id);
  if (!held) return undefined;
  const box = held.getBoundingClientRect();
  // A virtualised list renders only items near the visible area. Only these items can be under the
  // pointer.
  const rows = [...(held.parentElement?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])];
  const over = rows.find((row) => row !== held && isOver(y, box, row.getBoundingClientRect()));
  const id = over?.dataset['entry'];
  return lineAround(shown, entry).find((other) => other.id === id)?.position;
}

function rowOf(id: string): HTMLElement | null {
  return document.querySelector(`[data-entry="${CSS.escape(id)}"]`);
}

/** Scrolls to a list item after it has rendered at its new place. */
function bringIntoView(list: Ref<ListHandle>, id: string): void {
  requestAnimationFrame(() => {
    if (typeof list === 'object') list?.current?.focusEntry(id);
  });
}

/** The icon and style of each desk action on an entry, in display order. */

import { isAway } from '@baari/contract/queue/line.ts';
import type { StaffEntry } from '@baari/contract/queue/queue.ts';
import type { DeskActionName } from '@baari/contract/queue/queue-actions.ts';
import {
  ArrowDown,
  ArrowDownToLine,
  ArrowRightLeft,
  ArrowUp,
  Check,
  CircleCheck,
  CirclePause,
  DoorOpen,
  Languages,
  type LucideIcon,
  Megaphone,
  NotebookPen,
  Play,
  UserMinus,
  UserX,
  X,
} from 'lucide-react';
import type { Around } from './desk-access.ts';

export interface ActionLook {
  readonly icon: LucideIcon;
  /** The icon for a patient on hold, or while the field that it switches is on. */
  readonly again?: LucideIcon;
  /** The style in a compact row, where rare actions are icons only. */
  readonly inRow: 'primary' | 'plain' | 'icon' | 'danger';
  /** Whether the action is possible but pointless here. */
  readonly isIdle?: (entry: StaffEntry, around: Around) => boolean;
}

/** Actions without a look have their own place: urgency, moving to a place and check-in. */
export const actionLooks: { readonly [Name in DeskActionName]?: ActionLook } = {
  reject: { icon: X, inRow: 'plain' },
  approve: { icon: Check, inRow: 'plain' },
  // Patients of a shared line are called at one of its service points, not at the desk.
  start: { icon: Play, inRow: 'primary', isIdle: isShared },
  back: { icon: DoorOpen, inRow: 'primary' },
  hold: { icon: CirclePause, again: Megaphone, inRow: 'plain' },
  move_up: {
    icon: ArrowUp,
    inRow: 'icon',
    isIdle: (entry) => isAway(entry) || entry.position === 1,
  },
  move_down: {
    icon: ArrowDown,
    inRow: 'icon',
    isIdle: (entry, { isLast }) => isAway(entry) || isLast,
  },
  to_end: {
    icon: ArrowDownToLine,
    inRow: 'icon',
    isIdle: (entry, { isLast }) => isAway(entry) || isLast,
  },
  transfer: { icon: ArrowRightLeft, inRow: 'icon', isIdle: isShared },
  note: { icon: NotebookPen, inRow: 'icon' },
  interpreter: { icon: Languages, inRow: 'icon' },
  no_show: { icon: UserX, inRow: 'icon' },
  remove: { icon: UserMinus, inRow: 'danger' },
  complete: { icon: CircleCheck, inRow: 'primary' },
};

function isShared({ doctor }: StaffEntry): boolean {
  return doctor.service !== null;
}

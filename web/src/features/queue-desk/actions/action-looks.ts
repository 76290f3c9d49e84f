/** The icon and style of each action that the desk can apply to a queue entry, in display order. */

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
  /**
   * The icon for the second state of an action: the patient is on hold after a missed call, or the
   * action's yes/no field is on.
   */
  readonly again?: LucideIcon;
  /** The button's style in a compact list item, where rarely used actions are icons only. */
  readonly inRow: 'primary' | 'plain' | 'icon' | 'danger';
  /** Whether the action is allowed but pointless in this situation. */
  readonly isIdle?: (entry: StaffEntry, around: Around) => boolean;
}

/**
 * The appearance of each desk action. Setting the urgency, moving to a place, and check-in have
 * their own controls and are missing here.
 */
export const actionLooks: { readonly [Name in DeskActionName]?: ActionLook } = {
  reject: { icon: X, inRow: 'plain' },
  approve: { icon: Check, inRow: 'plain' },
  // A patient of a shared line is called in at a service point, not at the desk.
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

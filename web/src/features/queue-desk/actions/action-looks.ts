/** How the actions of the desk look on an entry, in the order in which they stand there. */

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
  /** For somebody on hold, where that is another one. */
  readonly again?: LucideIcon;
  /** Where many stand in a row, an icon alone is enough for what is not done every minute. */
  readonly inRow: 'primary' | 'plain' | 'icon' | 'danger';
  /** Possible, but of no use here. */
  readonly isIdle?: (entry: StaffEntry, around: Around) => boolean;
}

/** Those without a look have a place of their own: urgency, moving to a place and checking in. */
export const actionLooks: { readonly [Name in DeskActionName]?: ActionLook } = {
  reject: { icon: X, inRow: 'plain' },
  approve: { icon: Check, inRow: 'plain' },
  // Of a shared line people are called at one of its service points.
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
  no_show: { icon: UserX, inRow: 'icon' },
  remove: { icon: UserMinus, inRow: 'danger' },
  complete: { icon: CircleCheck, inRow: 'primary' },
};

function isShared({ doctor }: StaffEntry): boolean {
  return doctor.service !== null;
}

/** The keys of the desk, the console and the counter that belong to no action on an entry. */

export const walkingKeys = { j: 'next', k: 'previous', p: 'pendingPane', q: 'queuePane' } as const;
export const pageKeys = {
  w: 'walkIn',
  '!': 'emergency',
  z: 'undo',
  v: 'today',
  f: 'refresh',
  '?': 'help',
} as const;
/**
 * Function keys as shortcuts. They also work in text fields and when single-key shortcuts are
 * turned off.
 */
export const anywhereKeys = { f9: 'callNext' } as const;

/**
 * The keyboard shortcuts of a counter. They are function keys, which type no text, so they work
 * while any element has the focus.
 */
export const counterKeys = { next: 'F9', again: 'F8', sendOn: 'F2', plan: 'F4' } as const;
/** The keyboard shortcut that undoes forwarding a patient, while the screen offers the undo. */
export const undoSendingKey = 'F7';

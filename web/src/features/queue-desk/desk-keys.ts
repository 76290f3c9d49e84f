/** The single keys of the queue desk, and where the selection goes. */

export const deskKeys = {
  j: 'next',
  k: 'previous',
  p: 'pendingPane',
  q: 'queuePane',
  a: 'approve',
  r: 'reject',
  s: 'start',
  c: 'complete',
  m: 'noShow',
  x: 'remove',
  u: 'moveUp',
  d: 'moveDown',
  g: 'moveTo',
  h: 'hold',
  b: 'back',
  n: 'notes',
  e: 'urgency',
  f: 'refresh',
  '?': 'help',
} as const;

/** With Alt, so that they work while single keys are off. */
const altKeys: Readonly<Record<string, 'moveUp' | 'moveDown' | undefined>> = {
  ArrowUp: 'moveUp',
  ArrowDown: 'moveDown',
};

export type DeskCommand = (typeof deskKeys)[keyof typeof deskKeys];

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly repeat: boolean;
}

/** The command of a key; keys of the browser and the system stay theirs. */
export function commandOf(press: KeyPress): DeskCommand | undefined {
  if (press.ctrlKey || press.metaKey) return undefined;
  if (press.altKey) return altKeys[press.key];
  const key = press.key.toLowerCase();
  if (!isDeskKey(key)) return undefined;
  const command = deskKeys[key];
  const walks = command === 'next' || command === 'previous';
  return press.repeat && !walks ? undefined : command;
}

/** The neighbour of the selected id; the first when nothing is selected, undefined in an empty list. */
export function neighbour(
  ids: readonly string[],
  selected: string | null,
  step: 1 | -1,
): string | undefined {
  const at = selected === null ? -1 : ids.indexOf(selected);
  if (at === -1) return ids[0];
  return ids[Math.min(Math.max(at + step, 0), ids.length - 1)];
}

/** Who is selected after the selected one has left: whoever stands in its place now. */
export function successor(
  before: readonly string[],
  after: readonly string[],
  selected: string,
): string | undefined {
  if (after.includes(selected)) return selected;
  const at = before.indexOf(selected);
  return at === -1 ? undefined : after[Math.min(at, after.length - 1)];
}

function isDeskKey(key: string): key is keyof typeof deskKeys {
  return Object.hasOwn(deskKeys, key);
}

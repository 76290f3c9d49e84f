/** The desk's single-key shortcuts, and where the selection moves. */
import {
  deskActionNames,
  type KeyedActionName,
  queueActions,
} from '@baari/contract/queue/queue-actions.ts';

const walkingKeys = { j: 'next', k: 'previous', p: 'pendingPane', q: 'queuePane' } as const;
const pageKeys = { z: 'undo', v: 'today', f: 'refresh', '?': 'help' } as const;
/** Function keys, which work in text fields and while single keys are off. */
const anywhereKeys = { f9: 'callNext' } as const;

type WalkingCommand = (typeof walkingKeys)[keyof typeof walkingKeys];
export type PageCommand = WalkingCommand | (typeof pageKeys)[keyof typeof pageKeys];
type AnywhereCommand = (typeof anywhereKeys)[keyof typeof anywhereKeys];
export type DeskCommand = PageCommand | AnywhereCommand | KeyedActionName;

const actionKeys = deskActionNames.flatMap((name): (readonly [string, DeskCommand])[] => {
  const { desk } = queueActions[name];
  return 'key' in desk && isKeyed(name) ? [[desk.key, name]] : [];
});

/** Key and command of the desk, in the order of the list of shortcuts. */
export const deskKeys: readonly (readonly [key: string, command: DeskCommand])[] = [
  ...Object.entries(walkingKeys),
  ...actionKeys,
  ...Object.entries(pageKeys),
];

/** The desk's and the console's shortcuts; the latter need exactly one line. */
export const consoleKeys: typeof deskKeys = [...deskKeys, ...Object.entries(anywhereKeys)];

/** Whether a command's key types nothing, so that it works with any focus. */
export function worksAnywhere(command: DeskCommand): command is AnywhereCommand {
  return Object.values(anywhereKeys).some((each) => each === command);
}

/** Whether a command is a queue action with a key. */
export function isKeyed(command: string): command is KeyedActionName {
  const action = deskActionNames.find((name) => name === command);
  return action !== undefined && 'key' in queueActions[action].desk;
}

/** Combinations with Alt, which work while single keys are off. */
const altKeys: Readonly<Record<string, 'move_up' | 'move_down' | undefined>> = {
  ArrowUp: 'move_up',
  ArrowDown: 'move_down',
};

export interface KeyPress {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly repeat: boolean;
}

/** The command of a key; shortcuts of the browser and the system are left alone. */
export function commandOf(press: KeyPress): DeskCommand | undefined {
  if (press.ctrlKey || press.metaKey) return undefined;
  if (press.altKey) return altKeys[press.key];
  const key = press.key.toLowerCase();
  const command = consoleKeys.find(([each]) => each === key)?.[1];
  const walks = command === 'next' || command === 'previous';
  return press.repeat && !walks ? undefined : command;
}

/**
 * The neighbour of the selected id; the first when nothing is selected, undefined in an empty list.
 */
export function neighbour(
  ids: readonly string[],
  selected: string | null,
  step: 1 | -1,
): string | undefined {
  const at = selected === null ? -1 : ids.indexOf(selected);
  if (at === -1) return ids[0];
  return ids[Math.min(Math.max(at + step, 0), ids.length - 1)];
}

/** The id to select after the selected one has left: the one in its place. */
export function successor(
  before: readonly string[],
  after: readonly string[],
  selected: string,
): string | undefined {
  if (after.includes(selected)) return selected;
  const at = before.indexOf(selected);
  return at === -1 ? undefined : after[Math.min(at, after.length - 1)];
}

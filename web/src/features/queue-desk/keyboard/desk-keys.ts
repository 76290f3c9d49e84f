/** The single-key shortcuts of the queue desk, and how they move the selection. */
import { anywhereKeys, pageKeys, walkingKeys } from '@baari/contract/queue/desk-keys.ts';
import {
  deskActionNames,
  type KeyedActionName,
  queueActions,
} from '@baari/contract/queue/queue-actions.ts';

type WalkingCommand = (typeof walkingKeys)[keyof typeof walkingKeys];
export type PageCommand = WalkingCommand | (typeof pageKeys)[keyof typeof pageKeys];
type AnywhereCommand = (typeof anywhereKeys)[keyof typeof anywhereKeys];
export type DeskCommand = PageCommand | AnywhereCommand | KeyedActionName;

const actionKeys = deskActionNames.flatMap((name): (readonly [string, DeskCommand])[] => {
  const { desk } = queueActions[name];
  return 'key' in desk && isKeyed(name) ? [[desk.key, name]] : [];
});

/**
 * The keyboard shortcuts of the desk, each as a key and its command, in the order of the help list.
 */
export const deskKeys: readonly (readonly [key: string, command: DeskCommand])[] = [
  ...Object.entries(walkingKeys),
  ...actionKeys,
  ...Object.entries(pageKeys),
];

/**
 * The keyboard shortcuts of the desk and of the doctor's console. The console's own shortcuts need
 * a page with exactly one line of patients.
 */
export const consoleKeys: typeof deskKeys = [...deskKeys, ...Object.entries(anywhereKeys)];

/** Whether the key of a command types no text, so that it works whatever element has the focus. */
export function worksAnywhere(command: DeskCommand): command is AnywhereCommand {
  return Object.values(anywhereKeys).some((each) => each === command);
}

/** Whether a command is a queue action that has a keyboard shortcut. */
export function isKeyed(command: string): command is KeyedActionName {
  const action = deskActionNames.find((name) => name === command);
  return action !== undefined && 'key' in queueActions[action].desk;
}

/** Key combinations with Alt. They also work when single-key shortcuts are turned off. */
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

/**
 * Returns the command of a key press. Undefined for other keys and for shortcuts of the browser or
 * operating system.
 */
export function commandOf(press: KeyPress): DeskCommand | undefined {
  if (press.ctrlKey || press.metaKey) return undefined;
  if (press.altKey) return altKeys[press.key];
  const key = press.key.toLowerCase();
  const command = consoleKeys.find(([each]) => each === key)?.[1];
  const walks = command === 'next' || command === 'previous';
  return press.repeat && !walks ? undefined : command;
}

/**
 * Returns the id before or after the selected id. Without a selection it is the first id; for an
 * empty list, undefined.
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

/**
 * Returns the id to select after the selected entry has left the list: the id that is now at the
 * same position.
 */
export function successor(
  before: readonly string[],
  after: readonly string[],
  selected: string,
): string | undefined {
  if (after.includes(selected)) return selected;
  const at = before.indexOf(selected);
  return at === -1 ? undefined : after[Math.min(at, after.length - 1)];
}

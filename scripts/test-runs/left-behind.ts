/**
 * Finds what a test file leaves behind in a process that it shares with the next test file. A test
 * file must leave nothing that another test could notice.
 */

/**
 * The state of a process apart from its modules, by name: environment, globals, listeners and open
 * resources.
 */
type Traces = ReadonlyMap<string, unknown>;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'unhandledRejection'] as const;
/** Kinds of resources that keep a process alive and that a test must close itself. */
const endings = ['TCPServerWrap', 'PipeServerWrap', 'ProcessWrap', 'FSEventWrap'];

/** The environment, globals, listeners, servers and child processes at this moment. */
export function tracesOf(): Traces {
  const open = process.getActiveResourcesInfo();
  return new Map<string, unknown>([
    ['the working folder', process.cwd()],
    ['the exit code', process.exitCode],
    ...Object.entries(process.env).map(([name, value]) => [`process.env.${name}`, value] as const),
    ...Object.entries(Object.getOwnPropertyDescriptors(globalThis)).map(
      ([name, { get, value }]) => [`globalThis.${name}`, get === undefined ? value : lazy] as const,
    ),
    ['Date.now', Date.now],
    ['Math.random', Math.random],
    ...signals.map((name) => [`listeners of ${name}`, process.listenerCount(name)] as const),
    ...endings.map((name) => [name, open.filter((each) => each === name).length] as const),
  ]);
}

/** Stands for the value of a global that Node creates only when it is first used. */
const lazy = Symbol('made when asked for');

/**
 * The start of names of globals that libraries such as zod and tslib create when they are loaded.
 */
const ofLibraries = 'globalThis.__';

/**
 * The names of values that changed, were added or were removed. A global that Node only created at
 * its first use does not count.
 */
export function leftBehind(before: Traces, now: Traces): string[] {
  const names = new Set([...before.keys(), ...now.keys()]);
  return [...names].filter((name) => {
    const [was, is] = [before.get(name), now.get(name)];
    if (name.startsWith(ofLibraries)) return false;
    // A listener or resource of an earlier test file may have ended meanwhile, so a lower count is
    // no fault.
    if (typeof was === 'number' && typeof is === 'number') return is > was;
    return was !== lazy && !Object.is(was, is);
  });
}

/** What one test file may leave to the next that shares its process: nothing that a test could notice. */

/** What a process has besides its modules, by name. */
type Traces = ReadonlyMap<string, unknown>;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'unhandledRejection'] as const;
/** Kinds of resources that keep a process alive and that a test must close itself. */
const endings = ['TCPServerWrap', 'PipeServerWrap', 'ProcessWrap', 'FSEventWrap'];

/** The environment, globals, listeners, servers and processes as they are now. */
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

/** A global that is made when it is first asked for. */
const lazy = Symbol('made when asked for');

/** What libraries make for themselves when they are loaded, as zod and each copy of tslib do. */
const ofLibraries = 'globalThis.__';

/** The names of what differs, was added or is gone; a global that was only made meanwhile is none. */
export function leftBehind(before: Traces, now: Traces): string[] {
  const names = new Set([...before.keys(), ...now.keys()]);
  return [...names].filter((name) => {
    const [was, is] = [before.get(name), now.get(name)];
    if (name.startsWith(ofLibraries)) return false;
    // Those of an earlier file may have ended meanwhile.
    if (typeof was === 'number' && typeof is === 'number') return is > was;
    return was !== lazy && !Object.is(was, is);
  });
}

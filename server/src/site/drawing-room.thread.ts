/**
 * Draws a page of the web application for one visitor [decision 025]. What the application keeps for a tab (who is
 * signed in, what was answered) it keeps in its modules, so each drawing has modules of its own: a realm that is made
 * for it and left behind. Their code is compiled once and told to V8 by its cache, so that a room costs a millisecond.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import type { Language } from '@baari/contract/languages.ts';
import {
  type SentWithPage,
  sentWithPageId,
  siteElementId,
} from '@baari/contract/sent-with-page.ts';

export interface Drawing {
  /** The folder with `draw-page.js`, what it draws with beside it. */
  readonly folder: string;
  /** The page's address on this site. */
  readonly url: string;
  readonly language: Language;
  /** Pixels: what a phone or a screen has until the page can look for itself. */
  readonly width: number;
  readonly sent: SentWithPage;
  /** What the page is told of the installation. */
  readonly site: object;
}

interface Code {
  script: Script;
  isKnown: boolean;
}
type Load = (name: string) => object;
/** A file of the build, as Node's own modules are wrapped. */
type Module = (exports: object, require: Load, module: object) => void;
interface DrawPage {
  readonly drawPage: (language: Language) => Promise<string>;
}

const code = new Map<string, Code>();

/** The markup of `#root`; rejects with whatever the application threw. */
export async function drawInRoom(drawing: Drawing): Promise<string> {
  const room = openRoom(drawing);
  try {
    // oxlint-disable-next-line no-unsafe-type-assertion -- what web/src/page.prerender.tsx exports
    const { drawPage } = room.load('draw-page.js') as DrawPage;
    return await drawPage(drawing.language);
  } finally {
    room.close();
    learn();
  }
}

/** Functions are compiled when they first run: what did is known to V8 from here on. */
function learn(): void {
  for (const [file, known] of code) {
    if (known.isKnown) continue;
    code.set(file, { script: compile(file, known.script.createCachedData()), isKnown: true });
  }
}

function compile(file: string, cachedData?: Buffer): Script {
  const source = `(function (exports, require, module) {${readFileSync(file, 'utf8')}\n})`;
  return new Script(source, { filename: file, ...(cachedData && { cachedData }) });
}

function openRoom(drawing: Drawing): { readonly load: Load; readonly close: () => void } {
  const timers = new Set<NodeJS.Timeout>();
  const context = createContext(browserOf(drawing, timers));
  const modules = new Map<string, { exports: object }>();
  const load: Load = (name) => {
    const file = join(drawing.folder, name);
    const loaded = modules.get(file);
    if (loaded) return loaded.exports;
    const module = { exports: {} };
    modules.set(file, module);
    const known = code.get(file) ?? { script: compile(file), isKnown: false };
    code.set(file, known);
    // oxlint-disable-next-line no-unsafe-type-assertion -- `compile` has wrapped it so
    const run = known.script.runInContext(context) as Module;
    run(module.exports, load, module);
    return module.exports;
  };
  const close = () => {
    for (const timer of timers) clearTimeout(timer);
  };
  return { load, close };
}

/** As much of a browser as is looked at while a page is drawn: it reaches nobody, keeps nothing and hears nothing. */
function browserOf({ url, language, width, sent, site }: Drawing, timers: Set<NodeJS.Timeout>) {
  const deaf = { addEventListener: () => undefined, removeEventListener: () => undefined };
  const elements = new Map<string, unknown>([
    [sentWithPageId, { textContent: JSON.stringify(sent) }],
    [siteElementId, { textContent: JSON.stringify(site) }],
  ]);
  const window: Record<string, unknown> = {
    ...deaf,
    location: new URL(url),
    history: { state: null, pushState: () => undefined, replaceState: () => undefined },
    navigator: { languages: [language], language, onLine: true },
    document: {
      ...deaf,
      documentElement: { lang: language, dataset: { drawn: '' } },
      cookie: '',
      visibilityState: 'visible',
      getElementById: (id: string) => elements.get(id) ?? null,
      querySelector: () => null,
    },
    matchMedia: (query: string) => ({ ...deaf, matches: matchesWidth(query, width) }),
    performance: { now: () => 0 },
    fetch: () => new Promise(() => undefined),
    setTimeout: (work: () => void, ms?: number) => {
      const timer = setTimeout(work, ms);
      timers.add(timer);
      return timer;
    },
    setInterval: (work: () => void, ms?: number) => {
      const timer = setInterval(work, ms);
      timers.add(timer);
      return timer;
    },
    clearTimeout,
    clearInterval: clearTimeout,
    queueMicrotask,
    // What a page tells whoever works on it may name people, and is no line of the server's log.
    console: { log: silent, info: silent, warn: silent, error: silent, debug: silent },
    crypto,
    URL,
    URLSearchParams,
    TextEncoder,
    TextDecoder,
    AbortController,
    AbortSignal,
  };
  window['window'] = window;
  window['self'] = window;
  return window;
}

/** Of media queries only a width in rem is known; the rest is as for most. */
function matchesWidth(query: string, width: number): boolean {
  const { bound, rem } =
    /\((?<bound>min|max)-width: (?<rem>[\d.]+)rem\)/u.exec(query)?.groups ?? {};
  if (bound === undefined) return false;
  const edge = 16 * Number(rem);
  return bound === 'min' ? width >= edge : width <= edge;
}

function silent(): void {}

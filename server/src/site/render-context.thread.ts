/**
 * Renders a page on the server for one visitor [decision 025]. The application keeps user state in
 * its modules, so each rendering gets a new V8 context with its own modules. The code of these
 * modules is compiled once and cached, so that a context costs a millisecond.
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
  /** The folder that contains `draw-page.js` and the files that it loads. */
  readonly folder: string;
  /** The page's address on this site. */
  readonly url: string;
  readonly language: Language;
  /**
   * The assumed viewport width in pixels. The real width is known only when the page runs in the
   * browser.
   */
  readonly width: number;
  readonly sent: SentWithPage;
  /** The installation's settings for the page. */
  readonly site: object;
}

interface Code {
  script: Script;
  isKnown: boolean;
}
type Load = (name: string) => object;
/** A file of the build, wrapped as a CommonJS module. */
type Module = (exports: object, require: Load, module: object) => void;
interface DrawPage {
  readonly drawPage: (language: Language) => Promise<string>;
}

const code = new Map<string, Code>();

/** Renders the markup of `#root`; rejects with the error that the application throws. */
export async function renderInContext(drawing: Drawing): Promise<string> {
  const renderContext = openContext(drawing);
  try {
    // oxlint-disable-next-line no-unsafe-type-assertion -- what web/src/page.prerender.tsx exports
    const { drawPage } = renderContext.load('draw-page.js') as DrawPage;
    return await drawPage(drawing.language);
  } finally {
    renderContext.close();
    learn();
  }
}

/**
 * Creates V8's code cache again. V8 compiles functions only when they run, so the cache is more
 * complete after a rendering.
 */
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

function openContext(drawing: Drawing): { readonly load: Load; readonly close: () => void } {
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

/** The browser globals that rendering reads; they make no requests, store nothing and emit no events. */
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
    // The application's messages may name people and do not belong in the server's log, so the
    // console does nothing.
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

/** Evaluates a media query for a width in rem; any other media query does not match. */
function matchesWidth(query: string, width: number): boolean {
  const { bound, rem } =
    /\((?<bound>min|max)-width: (?<rem>[\d.]+)rem\)/u.exec(query)?.groups ?? {};
  if (bound === undefined) return false;
  const edge = 16 * Number(rem);
  return bound === 'min' ? width >= edge : width <= edge;
}

function silent(): void {}

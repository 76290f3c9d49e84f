/**
 * Loads changed modules again in a running process, with every module that imports them; all others stay as they
 * are. For development only: a module that is loaded again has its own state.
 */
import { registerHooks } from 'node:module';

export interface ChangedModules {
  /** Makes the next import reload these files and their importers. Takes file: URLs. */
  renew(changed: Iterable<string>): void;
}

const mark = '?changed';

/** Notes who imports whom among the modules below a file: URL. Call it before they are loaded, once a process. */
export function watchModules(below: string): ChangedModules {
  const importers = new Map<string, Set<string>>();
  const renewed = new Set<string>();

  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      if (!found.url.startsWith(below)) return found;
      const { parentURL } = context;
      if (parentURL !== undefined) {
        const known = importers.get(found.url) ?? new Set();
        importers.set(found.url, known.add(parentURL.replace(mark, '')));
      }
      return renewed.has(found.url) ? { ...found, url: found.url + mark } : found;
    },
  });

  return {
    renew(changed) {
      const urls = [...changed];
      for (let url = urls.pop(); url !== undefined; url = urls.pop()) {
        if (renewed.has(url)) continue;
        renewed.add(url);
        urls.push(...(importers.get(url) ?? []));
      }
    },
  };
}

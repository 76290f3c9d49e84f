/**
 * Loads changed modules again in a running process, with every module that imports them. All other
 * modules stay loaded. For development only, because a reloaded module loses its state.
 */
import { registerHooks } from 'node:module';

export interface ChangedModules {
  /**
   * Makes these files and all files that import them load again at the next import. Takes file:
   * URLs.
   */
  renew(changed: Iterable<string>): void;
}

const mark = '?changed';

/**
 * Records which modules below a file: URL import each other. Must be called once per process,
 * before the modules are loaded.
 */
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

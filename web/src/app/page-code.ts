/** Loads the code and the texts of pages and layouts, each once. */
import type { ComponentType, ReactNode } from 'react';
import type { AreaName } from '../i18n/areas.gen.ts';
import { loadAreas } from '../i18n/catalogue.ts';
import { isLanguage } from '../i18n/languages.ts';
import { onPlaceChanged } from '../navigation/places.ts';
import { type LayoutEntry, type LayoutName, layouts } from './layouts.ts';
import type { RouteEntry } from './routes.ts';

type Page = ComponentType;
type Layout = ComponentType<{ children: ReactNode }>;

const pages = new Map<RouteEntry, Promise<Page>>();
const frames = new Map<LayoutName, Promise<Layout>>();

/**
 * Returns the same promise each time, so that React can suspend on it. A failed promise stays until
 * the next navigation.
 */
export function fetchPage(entry: RouteEntry): Promise<Page> {
  return once(pages, entry, async () => {
    const [{ Page: page }] = await Promise.all([entry.page(), loadTexts(entry.areas)]);
    return page;
  });
}

export function fetchLayout(name: LayoutName): Promise<Layout> {
  return once(frames, name, async () => {
    const { layout, areas }: LayoutEntry = layouts[name];
    const [{ Layout: frame }] = await Promise.all([layout(), loadTexts(areas)]);
    return frame;
  });
}

function once<Key, Value>(
  kept: Map<Key, Promise<Value>>,
  key: Key,
  fetch: () => Promise<Value>,
): Promise<Value> {
  const known = kept.get(key);
  if (known) return known;
  const fetched = fetch();
  kept.set(key, fetched);
  fetched.then(
    // The promise is marked as fulfilled, so that React renders loaded code without suspending.
    (value) => Object.assign(fetched, { status: 'fulfilled', value }),
    () => {
      // The failed promise stays until the next navigation. Otherwise a suspended component would
      // retry endlessly while the device is offline.
      const stop = onPlaceChanged(() => {
        stop();
        kept.delete(key);
      });
    },
  );
  return fetched;
}

function loadTexts(areas: readonly AreaName[] = []): Promise<void> {
  // The language is known before the first render from the document's lang attribute.
  const { lang } = document.documentElement;
  if (!isLanguage(lang) || lang === 'en') return loadAreas('en', areas);
  return loadAreas(lang, [...areas, 'refusals']);
}

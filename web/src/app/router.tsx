import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import type { AreaName } from '../i18n/areas.ts';
import { loadAreas } from '../i18n/catalogue.ts';
import { isLanguage } from '../i18n/languages.ts';
import { guards } from './guards.tsx';
import { type LayoutEntry, layouts } from './layouts.ts';
import { Opening, Root } from './root.tsx';
import { RouteError } from './route-error.tsx';
import { type RouteEntry, routes } from './routes.ts';

/** Builds the router: root → guard → layout → page, so that a layout outlives its pages [ROUTE-28]. */
export function createAppRouter() {
  return createBrowserRouter([
    {
      Component: Root,
      HydrateFallback: Opening,
      ErrorBoundary: RouteError,
      children: groups(routes).map(groupRoute),
    },
  ]);
}

function groups(entries: readonly RouteEntry[]): RouteEntry[][] {
  return [...Map.groupBy(entries, (entry) => `${entry.guard} ${entry.layout}`).values()];
}

function groupRoute(entries: readonly RouteEntry[]): RouteObject {
  const [first] = entries;
  if (!first) return {};
  const { layout, areas = [] }: LayoutEntry = layouts[first.layout];
  return {
    Component: guards[first.guard],
    children: [
      {
        lazy: async () => ({ Component: (await withTexts(layout(), areas)).Layout }),
        children: entries.map(pageRoute),
      },
    ],
  };
}

function pageRoute({ path, page, areas = [] }: RouteEntry): RouteObject {
  return {
    path,
    ErrorBoundary: RouteError,
    lazy: async () => ({ Component: (await withTexts(page(), areas)).Page }),
  };
}

async function withTexts<Module extends Record<string, ComponentType>>(
  module: Promise<Module>,
  areas: readonly AreaName[],
): Promise<Module> {
  const [loaded] = await Promise.all([module, loadAreas(shownLanguage(), areas)]);
  return loaded;
}

/** The router stands outside React: the page itself says which language it is in. */
function shownLanguage() {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : 'en';
}

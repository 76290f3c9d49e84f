/**
 * Decides which modules the build puts together in one file, from the imports of the pages.
 * Hundreds of small files would cost more requests than they save bytes [decision 025]. The pages
 * that load a module determine its group. The module's imports are loaded by at least the same
 * pages, so groups never import each other in a circle.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Rolldown } from 'vite';

type Graph = Parameters<Rolldown.CodeSplittingNameFunction>[1];
type Ids = ReadonlySet<string>;

const src = join(import.meta.dirname, '../src');

/**
 * The entry modules of the application, as paths below src. They and everything that they import
 * form a group.
 */
const application = ['main.tsx'];
const landing = ['landing.main.tsx', 'app/landing-root.tsx', 'app/site.ts', 'api/site-sent.ts'];
const queuePage = ['app/layouts/patient.layout.tsx', 'pages/patient/patient-queue.page.tsx'];
/**
 * Modules that the browser fetches after the queue page. What they import and the queue page does
 * not need forms the group `queue-later`, if other pages import it.
 */
const queueParts = [
  'features/patient-queue/visits/history-list.tsx',
  'features/patient-queue/visits/visit-rating.tsx',
];
const layoutFolder = 'app/layouts';
const pageFolder = 'pages';

/** The modules of the queue page that a phone keeps for offline use. */
export const shellParts = [
  ...application,
  ...queuePage,
  'features/patient-queue/place/last-place-card.tsx',
  'features/patient-queue/no-entry.tsx',
  'ui/feedback/toaster.tsx',
];

/** Every module that code-groups.ts names. */
export const namedModules = [...landing, ...shellParts, ...queueParts];

/**
 * The text areas (groups of translated texts) that the build puts into one file for each language.
 */
export const groupedAreas = {
  /**
   * Text areas that are needed before any other text. For English, these texts are part of the
   * application.
   */
  language: ['areas', 'common', 'ui'],
  'hospital-texts': ['browse', 'reports'],
  'staff-texts': [
    'access',
    'doctor-console',
    'day-end',
    'desk-bookings',
    'doctor-work',
    'queue-desk',
    'rooms',
  ],
  /** The text areas of the queue page. */
  texts: ['patient-queue', 'arrival', 'people', 'medical'],
} as const;

/** From this number of staff pages and layouts on, a module counts as needed by all of them. */
const mostStaffPages = 5;
/**
 * The patient's pages about hospitals. The modules that they share with staff pages form a group, so
 * that a patient does not load the code of the desk.
 */
const browsing = ['patient-hospital', 'patient-doctor', 'patient-dashboard'];
const ownProfile = ['profile'];
/**
 * The pages on which staff work all day, with their layouts. Modules of these pages have groups of
 * their own, so that the pages load nothing that only other staff pages need.
 */
const desk = ['staff-queue', 'staff'];
const doctorsConsole = ['doctor-console', 'console'];

interface Page {
  /** The page's folder under `pages`, or the folder of layouts. */
  readonly folder: string;
  /** The page's file name without `.page.tsx`. */
  readonly name: string;
  readonly ids: Ids;
}

/**
 * The groups of the application's code and texts, in the form that the bundler Rolldown expects.
 */
export function codeGroups(): Rolldown.CodeSplittingGroup[] {
  // Each output of the build has its own module graph, so the groups are computed once for each.
  const known = new WeakMap<Graph, ReadonlyMap<string, string>>();
  const groups: Rolldown.CodeSplittingGroup[] = Object.entries(groupedAreas).map(textGroup);
  return [
    {
      name(id: string, graph: Graph) {
        let groupOf = known.get(graph);
        if (groupOf === undefined) known.set(graph, (groupOf = groupsIn(graph)));
        return groupOf.get(id) ?? null;
      },
      // Import lists also contain modules that tree shaking removes later, such as zod.
      includeDependenciesRecursively: false,
    },
    ...groups,
  ].map((group, index, all) => ({ ...group, priority: all.length - index }));
}

function textGroup([name, areas]: readonly [string, readonly string[]]) {
  const languages = name === 'language' ? '(?!en/)[\\w-]+' : '[\\w-]+';
  const test = new RegExp(
    `/i18n/(?<language>${languages})/(?:${areas.join('|')})\\.gen\\.ts$`,
    'u',
  );
  return { test, name: (id: string) => `${name}-${test.exec(id)?.groups?.['language'] ?? ''}` };
}

function groupsIn(graph: Graph): ReadonlyMap<string, string> {
  const base = reached(graph, application);
  const queue = new Set([...reached(graph, queuePage), ...base]);
  const later = new Set([...reached(graph, queueParts)].filter((id) => !queue.has(id)));
  for (const name of queueParts) later.delete(join(src, name));
  const front = reached(graph, landing);
  const pages = pagesIn(graph);
  const rules = besideSchemas(graph);
  const groups = new Map<string, string>();
  for (const id of new Set([...queue, ...pages.flatMap(({ ids }) => [...ids]), ...rules])) {
    const by = pages.filter(({ ids }) => ids.has(id));
    const folders = new Set(by.map(({ folder }) => folder));
    if (isFields(id)) groups.set(id, 'fields');
    else if (isSchema(id)) groups.set(id, 'forms');
    else if (front.has(id) && queue.has(id)) groups.set(id, 'core');
    else if (base.has(id)) groups.set(id, 'base');
    else if (front.has(id)) groups.set(id, by.every(isLanding) ? 'landing' : 'front');
    else if (queue.has(id)) groups.set(id, queueGroup(by, folders));
    else if (later.has(id)) groups.set(id, 'queue-later');
    else if (rules.has(id)) groups.set(id, 'rules');
    else if (by.length > 1 && !isPackage(id))
      groups.set(id, `${pageGroup(by, folders)}${needsForms(graph, id) ? '-forms' : ''}`);
  }
  return groups;
}

/**
 * The group of a module of the queue page. It depends on which other pages load the module. The
 * queue page itself counts as two: its layout and its content.
 */
function queueGroup(by: readonly Page[], folders: Ids): string {
  // Most pages load these modules, so they belong to the file that every page loads.
  if (folders.has('account') || by.some(isPublicLayout)) return 'base';
  const isPatientsToo = by.some(
    ({ folder, name }) => folder === layoutFolder || browsing.includes(name),
  );
  return isPatientsToo || folders.has('staff') || by.length > queuePage.length + 1
    ? 'live'
    : 'queue';
}

function pageGroup(by: readonly Page[], all: Ids): string {
  const folders = [...all].filter((folder) => folder !== layoutFolder);
  if (folders.length > 1 && folders.includes('account')) return 'common';
  if (folders.length > 1 && folders.includes('patient')) return `shared-${sharedBy(by)}`;
  const work = workGroup(by);
  if (work !== undefined) return work;
  if (by.filter(({ folder }) => isStaffs(folder)).length >= mostStaffPages) return 'staff';
  if (folders.length > 1) return 'several';
  const [folder = 'layouts'] = folders;
  // Sign-in is light, because the forms of the other account pages stay out of its file.
  if (folder === 'account' && by.some(({ name }) => name === 'login')) return 'sign-in';
  return by.length > 2 ? `${folder}-pages` : `${folder}-pair`;
}

function workGroup(by: readonly Page[]): string | undefined {
  const isLoadedBy = (names: readonly string[]) =>
    by.some(({ folder, name }) => isStaffs(folder) && names.includes(name));
  if (isLoadedBy(desk)) return isLoadedBy(doctorsConsole) ? 'desk-and-console' : 'desk';
  return isLoadedBy(doctorsConsole) ? 'console' : undefined;
}

function isPublicLayout({ folder, name }: Page): boolean {
  return folder === layoutFolder && name === 'public';
}

function isLanding({ folder, name }: Page): boolean {
  return folder === 'public' && name === 'landing';
}

function isStaffs(folder: string): boolean {
  return folder === 'staff' || folder === layoutFolder;
}

/** Modules of a later name may import those of an earlier name, but never the reverse. */
function sharedBy(by: readonly Page[]): string {
  const isLoadedBy = (names: readonly string[]) =>
    by.some(({ folder, name }) => folder === 'patient' && names.includes(name));
  if (isLoadedBy(browsing)) return 'browsing';
  return isLoadedBy(ownProfile) ? 'profile' : 'rest';
}

function pagesIn(graph: Graph): readonly Page[] {
  return readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /^(?:app\/layouts|pages\/[\w-]+)\/[\w-]+\.(?:page|layout)\.tsx$/u.test(name))
    .map((name) => ({
      folder: name.startsWith(layoutFolder) ? layoutFolder : (name.split('/')[1] ?? pageFolder),
      name: /(?<name>[\w-]+)\.(?:page|layout)\.tsx$/u.exec(name)?.groups?.['name'] ?? '',
      ids: reached(graph, [name]),
    }));
}

/**
 * The project's modules and packages that the named modules import, directly or indirectly. Schema
 * modules are left out.
 */
function reached(graph: Graph, names: readonly string[]): Ids {
  return closure(
    graph,
    names.map((name) => {
      const id = join(src, name);
      if (graph.getModuleInfo(id) === null) throw new Error(`The build has no ${name}.`);
      return id;
    }),
    (id) => !isSchema(id),
  );
}

function closure(graph: Graph, roots: readonly string[], isWanted: (id: string) => boolean): Ids {
  const found = new Set<string>();
  const waiting = [...roots];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || !isWanted(id)) continue;
    found.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** The schema modules, and the modules of the contract that they import. */
function besideSchemas(graph: Graph): Ids {
  const schemas = new Set<string>();
  const seen = new Set<string>();
  const waiting = [...landing, ...application].map((name) => join(src, name));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    if (isSchema(id)) schemas.add(id);
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
    waiting.push(...importedIds, ...dynamicallyImportedIds);
  }
  return closure(graph, [...schemas], () => true);
}

/**
 * Whether a module imports form validation. A separate group keeps zod away from pages without
 * forms.
 */
function needsForms(graph: Graph, id: string): boolean {
  const own = closure(graph, [id], (other) => !/[\\/]contract[\\/]src[\\/]/u.test(other));
  return [...own].some(isSchema);
}

function isSchema(id: string): boolean {
  return (
    id.endsWith('?whole') ||
    /[\\/]node_modules[\\/](?:zod|react-hook-form|@hookform)[\\/]/u.test(id)
  );
}

/** The package that holds the fields of a form. A form shows its fields before it validates them. */
function isFields(id: string): boolean {
  return /[\\/]node_modules[\\/]react-hook-form[\\/]/u.test(id);
}

/**
 * Whether a package gets a separate file, because it is large and only some pages need it. Icons
 * are an exception.
 */
function isPackage(id: string): boolean {
  return /[\\/]node_modules[\\/](?!lucide-react[\\/])/u.test(id);
}

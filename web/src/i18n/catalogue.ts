import type { Language } from '@baari/contract/languages.ts';
import { type AreaName, english, type LanguageTexts, type Messages, others } from './areas.gen.ts';

const loaded: Partial<Record<Language, Partial<Messages>>> = { en: { ...english.bundled } };
const pending = new Map<string, Promise<void>>();

/** The texts of a language that have been loaded so far. */
export function loadedMessages(language: Language): Partial<Messages> {
  return (loaded[language] ??= {});
}

function isLoaded(language: Language, name: AreaName): boolean {
  return loaded[language]?.[name] !== undefined;
}

/**
 * The promise that a group of texts (area) has loaded in a language. It is always the same promise,
 * so that a component can suspend on it.
 */
export function areaArrival(language: Language, name: AreaName): Promise<void> {
  const key = `${language}/${name}`;
  const known = pending.get(key);
  if (known) return known;
  const arrival = fetchArea(language, name);
  pending.set(key, arrival);
  // The promise is marked as fulfilled, so that React continues without suspending.
  arrival.then(
    () => Object.assign(arrival, { status: 'fulfilled', value: undefined }),
    () => undefined,
  );
  return arrival;
}

/**
 * Whether a component must use `areaArrival`. The result stays true after loading while the promise
 * is in use, because React identifies a component's promises by their order.
 */
export function isAwaited(language: Language, name: AreaName): boolean {
  return pending.has(`${language}/${name}`) || !isLoaded(language, name);
}

/**
 * Loads the base areas (groups of texts) and the named areas. An area whose loading failed earlier
 * is loaded again.
 */
export async function loadAreas(language: Language, names: readonly AreaName[]): Promise<void> {
  const missing = [...new Set([...baseAreas, ...names])].filter(
    (name) => !isLoaded(language, name),
  );
  await Promise.all(
    missing.map(async (name) => {
      try {
        await areaArrival(language, name);
      } catch (failure) {
        pending.delete(`${language}/${name}`);
        throw failure;
      }
    }),
  );
}

/**
 * The areas (groups of texts) loaded so far in a language. A change to another language must load
 * the same areas.
 */
export function metAreas(language: Language): AreaName[] {
  return namesOf(loadedMessages(language));
}

const baseAreas = namesOf(english.bundled);

function namesOf<Names extends object>(areas: Names): (keyof Names)[] {
  return Object.keys(areas).filter((name): name is keyof Names & string =>
    Object.hasOwn(areas, name),
  );
}

/**
 * Loads one area, a group of texts. A language's base texts load first, because they list the files
 * of the other areas.
 */
async function fetchArea(language: Language, name: AreaName): Promise<void> {
  const texts: LanguageTexts = language === 'en' ? english : await others[language]();
  const own = loadedMessages(language);
  Object.assign(own, texts.bundled);
  if (own[name] === undefined) Object.assign(own, await loadOne(texts, name));
}

async function loadOne({ areas, staffAreas }: LanguageTexts, name: AreaName): Promise<object> {
  if (isIn(areas, name)) return areas[name]();
  const staff = await staffAreas();
  if (!isIn(staff.areas, name)) throw new Error(`There is no area ${name}`);
  return staff.areas[name]();
}

function isIn<Names extends object>(areas: Names, name: PropertyKey): name is keyof Names {
  return Object.hasOwn(areas, name);
}

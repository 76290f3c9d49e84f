import type { Language } from '@baari/contract/languages.ts';
import { type AreaName, english, type LanguageTexts, type Messages, others } from './areas.gen.ts';

const loaded: Partial<Record<Language, Partial<Messages>>> = { en: { ...english.bundled } };
const pending = new Map<string, Promise<void>>();

/** The texts loaded so far. */
export function loadedMessages(language: Language): Partial<Messages> {
  return (loaded[language] ??= {});
}

function isLoaded(language: Language, name: AreaName): boolean {
  return loaded[language]?.[name] !== undefined;
}

/** One promise per area and language, always the same, so that a component can suspend on it. */
export function areaArrival(language: Language, name: AreaName): Promise<void> {
  const key = `${language}/${name}`;
  const known = pending.get(key);
  if (known) return known;
  const arrival = fetchArea(language, name);
  pending.set(key, arrival);
  // Marked as fulfilled, so that React continues without suspending.
  arrival.then(
    () => Object.assign(arrival, { status: 'fulfilled', value: undefined }),
    () => undefined,
  );
  return arrival;
}

/**
 * Whether a component must use `areaArrival`. This stays true after loading while the promise is in
 * use, because React identifies a component's promises by their order.
 */
export function isAwaited(language: Language, name: AreaName): boolean {
  return pending.has(`${language}/${name}`) || !isLoaded(language, name);
}

/** Loads the base areas and the named ones; an earlier failure is retried. */
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

/** The areas loaded so far in a language, which a change of language must load too. */
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
 * A language's base texts load before those of its pages, because they contain the paths of these.
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

import type { Language } from '@baari/contract/languages.ts';
import { type AreaName, english, type LanguageTexts, type Messages, others } from './areas.gen.ts';

const loaded: Partial<Record<Language, Partial<Messages>>> = { en: { ...english.bundled } };
const pending = new Map<string, Promise<void>>();

/** The texts that have arrived so far. */
export function loadedMessages(language: Language): Partial<Messages> {
  return (loaded[language] ??= {});
}

function isLoaded(language: Language, name: AreaName): boolean {
  return loaded[language]?.[name] !== undefined;
}

/** One promise per area and language, the same each time, so that a component can wait for it. */
export function areaArrival(language: Language, name: AreaName): Promise<void> {
  const key = `${language}/${name}`;
  const known = pending.get(key);
  if (known) return known;
  const arrival = fetchArea(language, name);
  pending.set(key, arrival);
  // So marked, React need not wait to know that it has been kept.
  arrival.then(
    () => Object.assign(arrival, { status: 'fulfilled', value: undefined }),
    () => undefined,
  );
  return arrival;
}

/**
 * Whether a component has to ask `areaArrival`: also after it came, since React counts what one
 * component waits for in the order of asking, and asks anew from the start when one has come.
 */
export function isAwaited(language: Language, name: AreaName): boolean {
  return pending.has(`${language}/${name}`) || !isLoaded(language, name);
}

/** Loads the base areas and the named ones; an earlier failure is tried again. */
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

/** The areas the visitor has met so far in a language: what a change of language must bring along. */
export function metAreas(language: Language): AreaName[] {
  return namesOf(loadedMessages(language));
}

const baseAreas = namesOf(english.bundled);

function namesOf<Names extends object>(areas: Names): (keyof Names)[] {
  return Object.keys(areas).filter((name): name is keyof Names & string =>
    Object.hasOwn(areas, name),
  );
}

/** A language's own texts come before those of its pages, and tell where these lie. */
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

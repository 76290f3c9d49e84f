import { aboutLanguages } from '@baari/contract/languages.gen.ts';
import type { Language } from '@baari/contract/languages.ts';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { keep, readKept } from '../device/storage.ts';
import type { AreaName, BaseArea, Messages } from './areas.gen.ts';
import { areaArrival, isAwaited, loadAreas, loadedMessages, metAreas } from './catalogue.ts';
import { type Formats, formatsFor } from './format.ts';
import { chooseLanguage, languageKey } from './languages.ts';
import { fetchLetters } from './letters.ts';
import { nameOrder, orderNamesFor } from './name-order.ts';

interface LanguageState {
  readonly language: Language;
  /**
   * Loads the texts of the language and then changes the page's language; rejects if loading fails.
   * The device stores the choice, except with `forNow`, which is for shared devices.
   */
  readonly setLanguage: (language: Language, forNow?: boolean) => Promise<void>;
}

const LanguageContext = createContext<LanguageState | null>(null);

/**
 * The initial language: the stored choice, else the browser's. A prerendered page has the language
 * of the browser's request.
 */
export function startingLanguage(prerenderedIn?: string): Language {
  return chooseLanguage(
    readKept(languageKey),
    prerenderedIn === undefined ? navigator.languages : [prerenderedIn],
  );
}

/**
 * Provides the page's language. The texts that every page needs must be loaded in the language
 * `initial` before the first render.
 */
export function LanguageProvider({
  initial,
  children,
}: {
  initial: Language;
  children: ReactNode;
}): ReactNode {
  const [language, show] = useState(initial);

  useEffect(() => {
    markPage(language);
  }, [language]);

  const setLanguage = useCallback(
    async (next: Language, forNow = false) => {
      // The texts of refusals are loaded too, because the user's next action may be refused.
      await loadAreas(next, [...metAreas(language), 'refusals']);
      if (!forNow) keep(languageKey, next);
      // The sort order is set before rendering, because lists are sorted while they render.
      orderNamesFor(aboutLanguages[next].locale);
      show(next);
    },
    [language],
  );

  const state = useMemo(() => ({ language, setLanguage }), [language, setLanguage]);
  return <LanguageContext value={state}>{children}</LanguageContext>;
}

/**
 * Renders its children in another language than the page's, such as a printed sheet for a patient.
 * The text areas of that language must be loaded first: `loadAreas(language, ['assessment'])`.
 */
export function InLanguage({
  language,
  children,
}: {
  language: Language;
  children: ReactNode;
}): ReactNode {
  const { setLanguage } = useLanguage();
  const state = useMemo(() => ({ language, setLanguage }), [language, setLanguage]);
  return <LanguageContext value={state}>{children}</LanguageContext>;
}

/**
 * Sets the page's lang attribute, its direction and its sort order of names, and loads the
 * language's font.
 */
export function markPage(language: Language): void {
  document.documentElement.lang = language;
  const { direction, locale, script } = aboutLanguages[language];
  document.documentElement.dir = direction;
  document.documentElement.dataset['script'] = script;
  fetchLetters(script);
  orderNamesFor(locale);
}

export function useLanguage(): LanguageState {
  const state = useContext(LanguageContext);
  if (!state) throw new Error('useLanguage needs a LanguageProvider above it');
  return state;
}

/**
 * The texts of `common`, `ui` and the named areas in the page's language: `const t =
 * useMessages('queue')`, then `t.queue.ahead(3)`. Suspends until the areas have loaded.
 */
export function useMessages<Name extends AreaName = BaseArea>(
  ...names: Name[]
): Pick<Messages, Name | BaseArea> {
  const { language } = useLanguage();
  // The texts of all areas are requested before the component suspends for the first time.
  const arrivals = names.flatMap((name) =>
    isAwaited(language, name) ? [areaArrival(language, name)] : [],
  );
  for (const arrival of arrivals) use(arrival);
  const messages = loadedMessages(language);
  if (!hasAreas(messages, names)) throw new Error(`Texts of ${language} have not been loaded`);
  return messages;
}

/** The comparator that sorts names in the page's language; it changes with the language. */
export function useNameOrder(): (one: string, other: string) => number {
  return nameOrder(aboutLanguages[useLanguage().language].locale);
}

export function useFormat(): Formats {
  return formatsFor(useLanguage().language);
}

function hasAreas<Name extends AreaName>(
  messages: Partial<Messages>,
  names: readonly Name[],
): messages is Partial<Messages> & Pick<Messages, Name | BaseArea> {
  return Boolean(messages.common && messages.ui) && names.every((name) => messages[name]);
}

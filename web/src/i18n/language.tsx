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
   * Fetches the texts first and only then changes the page; rejects when they cannot be had. The device keeps the
   * choice, unless it is for now: on what many use after each other.
   */
  readonly setLanguage: (language: Language, forNow?: boolean) => Promise<void>;
}

const LanguageContext = createContext<LanguageState | null>(null);

/**
 * The language to start with: the kept choice, else the browser's. A page that came drawn is in what
 * the browser asked the server for.
 */
export function startingLanguage(drawnIn?: string): Language {
  return chooseLanguage(
    readKept(languageKey),
    drawnIn === undefined ? navigator.languages : [drawnIn],
  );
}

/** Gives the page its language. Load the base areas of `initial` before the first render. */
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
      // Whatever is shown, something may be refused next.
      await loadAreas(next, [...metAreas(language), 'refusals']);
      if (!forNow) keep(languageKey, next);
      // Lists are sorted while the page is drawn anew.
      orderNamesFor(aboutLanguages[next].locale);
      show(next);
    },
    [language],
  );

  const state = useMemo(() => ({ language, setLanguage }), [language, setLanguage]);
  return <LanguageContext value={state}>{children}</LanguageContext>;
}

/**
 * What is inside is in another language than the page, such as a sheet for somebody who reads only that. Load
 * its areas before: `loadAreas(language, ['assessment'])`.
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

/** Says in which language the page is, where its lines begin and in which order names stand, and brings its letters. */
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
 * The texts of `common`, `ui` and the areas named, in the language shown:
 * `const t = useMessages('queue')`, then `t.queue.ahead(3)`. An area that has not arrived yet suspends.
 */
export function useMessages<Name extends AreaName = BaseArea>(
  ...names: Name[]
): Pick<Messages, Name | BaseArea> {
  const { language } = useLanguage();
  // All of them are asked for before the first is waited for.
  const arrivals = names.flatMap((name) =>
    isAwaited(language, name) ? [areaArrival(language, name)] : [],
  );
  for (const arrival of arrivals) use(arrival);
  const messages = loadedMessages(language);
  if (!hasAreas(messages, names)) throw new Error(`Texts of ${language} have not been loaded`);
  return messages;
}

/** The order of two names in the language shown: another function in another language. */
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

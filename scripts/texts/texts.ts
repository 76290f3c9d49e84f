/**
 * `npm run texts` compiles `texts/<language>/<area>.json` (docs/translating.md) to a typed module
 * for each area and language. It also compiles the lists of areas that pages and server load.
 * `--check` writes nothing and prints faults: missing or surplus texts, arguments and plural forms.
 * `--missing <language>` prints the missing texts of a language; `--tidy <language>` formats its
 * files.
 */
import {
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import {
  type Argument,
  isolated,
  isolatedWhereTurned,
  joined,
  literalsOf,
  type Message,
  missingForms,
  readMessage,
  setApart,
  writeMessage,
} from './icu.ts';
import { filledIn, type Tree } from './fallback.ts';
import { formsOfNumber, missingTexts } from './missing-texts.ts';
import { pseudoLanguages } from './pseudo-languages.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = 'en';

const tree: z.ZodType<Tree> = z.lazy(() =>
  z.union([z.string(), z.array(tree), z.record(z.string(), tree)]),
);

const languageFile = z.strictObject({
  /** The name of the language, written in that language. */
  ownName: z.string(),
  /** The language tag (BCP 47) for formatting; it includes which digits are used. */
  locale: z.string(),
  /** The ISO 15924 code of the language's script. */
  script: z.string(),
  /** The writing direction of the language. */
  direction: z.enum(['ltr', 'rtl']),
  /** True until a native reader has checked the texts of the language. */
  draft: z.boolean(),
  /** The BCP 47 code of the voice that calls token numbers aloud. */
  voice: z.string(),
  /**
   * The code of the language in which pages show texts that this language lacks; English if not
   * set.
   */
  fallback: z.string().optional(),
});
const areasFile = z.strictObject({
  /** Areas of texts that are part of every page, so that loading them needs no request. */
  always: z.array(z.string()),
  /** Areas of texts that only staff pages show. */
  staff: z.array(z.string()),
  /** Areas of texts that only the server uses. */
  server: z.array(z.string()),
  /** Areas of texts that both pages and server use. */
  both: z.array(z.string()),
  /**
   * Areas whose texts no patient reads. A translation may lack some of these texts; all other areas
   * must be complete.
   */
  staffAlone: z.array(z.string()),
});
const notesFile = z.record(
  z.string(),
  z.strictObject({
    /** A note for translators about the text. */
    note: z.string().optional(),
    /** The names of the text's arguments in order, if there are several. */
    takes: z.array(z.string()).optional(),
  }),
);
type Notes = z.infer<typeof notesFile>;

interface Catalogue {
  readonly languages: ReadonlyMap<string, z.infer<typeof languageFile>>;
  readonly areas: readonly string[];
  /** Which areas of texts every page, staff pages and the server need. */
  readonly needed: z.infer<typeof areasFile>;
  readonly notes: (area: string) => Notes;
  readonly texts: (language: string, area: string) => Tree;
}

/**
 * Reads all files of texts below `folder`. Throws an error with the name of a file that cannot be
 * read. `withPseudo` adds the pseudo-languages, which are generated from English.
 */
export function readCatalogue(folder: string, withPseudo = false): Catalogue {
  const codes = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'notes')
    .map(({ name }) => name)
    .toSorted((a, b) => Number(b === source) - Number(a === source) || a.localeCompare(b));
  const areas = readdirSync(join(folder, source))
    .filter((name) => name.endsWith('.json') && name !== 'language.json')
    .map((name) => name.replace(/\.json$/u, ''))
    .toSorted();
  function read<Read>(path: string, schema: z.ZodType<Read>): Read {
    const text = readFileSync(join(folder, path), 'utf8');
    const parsed = schema.safeParse(JSON.parse(text));
    if (!parsed.success) throw new Error(`texts/${path}: ${z.prettifyError(parsed.error)}`);
    return parsed.data;
  }
  const notes = readdirSync(join(folder, 'notes'));
  const pseudo = withPseudo ? pseudoLanguages : new Map<string, never>();
  return {
    languages: new Map([
      ...codes.map((code) => [code, read(`${code}/language.json`, languageFile)] as const),
      ...[...pseudo].map(([code, { about }]) => [code, about] as const),
    ]),
    areas,
    needed: read('areas.json', areasFile),
    notes: (area) => (notes.includes(`${area}.json`) ? read(`notes/${area}.json`, notesFile) : {}),
    // If the file is missing, all its texts count as missing.
    texts(language, area) {
      const made = pseudo.get(language)?.made;
      if (made !== undefined) return eachText(read(`${source}/${area}.json`, tree), made);
      const isWritten = existsSync(join(folder, language, `${area}.json`));
      return isWritten ? read(`${language}/${area}.json`, tree) : {};
    },
  };
}

function eachText(node: Tree, change: (text: string) => string): Tree {
  if (typeof node === 'string') return change(node);
  if (Array.isArray(node)) return node.map((child: Tree) => eachText(child, change));
  return Object.fromEntries(
    Object.entries(node).map(([key, child]: [string, Tree]) => [key, eachText(child, change)]),
  );
}

/** The faults, one per line. */
export function faultsOf(catalogue: Catalogue): string[] {
  const unknown = Object.values(catalogue.needed)
    .flat()
    .filter((area) => !catalogue.areas.includes(area))
    .map((area) => `areas.json: there is no ${source}/${area}.json`);
  const faults = [...faultsOfLanguages(catalogue), ...unknown];
  const mayLag = new Set(catalogue.needed.staffAlone);
  for (const area of catalogue.areas) {
    const english = flat(catalogue.texts(source, area));
    const notes = catalogue.notes(area);
    for (const key of Object.keys(notes)) {
      if (!english.has(key)) faults.push(`notes/${area}.json: there is no text ${key}`);
    }
    for (const [language, { locale }] of catalogue.languages) {
      const where = (key: string) => `${language}/${area}.json: ${key}`;
      const own = flat(catalogue.texts(language, area));
      if (!mayLag.has(area)) {
        for (const key of english.keys())
          if (!own.has(key)) faults.push(`${where(key)} is missing`);
      }
      for (const [key, text] of own) {
        const original = english.get(key);
        if (original === undefined) faults.push(`${where(key)} is not in ${source}`);
        else
          faults.push(
            ...faultsOfText({ text, original, locale, notes: notes[key] }).map(
              (fault) => `${where(key)} ${fault}`,
            ),
          );
      }
    }
  }
  return faults;
}

function faultsOfLanguages({ languages }: Catalogue): string[] {
  return [...languages].flatMap(([code, { locale, voice, fallback }]) => {
    const where = `${code}/language.json:`;
    const tags = Object.entries({ code, locale, voice }).filter(([, tag]) => !isTag(tag));
    return [
      ...tags.map(([name, tag]) => `${where} ${name} “${tag}” is not BCP 47`),
      ...(fallback === undefined || (fallback !== code && languages.has(fallback))
        ? []
        : [`${where} falls back on “${fallback}”, which is no other language`]),
    ];
  });
}

function isTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

function faultsOfText({
  text,
  original,
  locale,
  notes,
}: {
  text: string;
  original: string;
  locale: string;
  notes: Notes[string] | undefined;
}): string[] {
  try {
    const message = readMessage(text);
    const wanted = readMessage(original).takes;
    if (text.trim() === '') return ['is blank'];
    return [
      ...missingForms(message.elements, locale),
      ...message.takes
        .filter(({ name }) => !wanted.some((argument) => argument.name === name))
        .map(({ name }) => `has {${name}}, which ${source} has not`),
      ...wanted
        .filter(({ name }) => !message.takes.some((argument) => argument.name === name))
        .map(({ name }) => `has no {${name}}`),
      ...orderOf(wanted, notes),
    ];
  } catch (error) {
    return [`cannot be read: ${error instanceof Error ? error.message : String(error)}`];
  }
}

function orderOf(wanted: readonly Argument[], notes: Notes[string] | undefined): string[] {
  const takes = notes?.takes ?? [];
  const names = wanted.map(({ name }) => name);
  if (names.length < 2 && takes.length === 0) return [];
  return names.length === takes.length && names.every((name) => takes.includes(name))
    ? []
    : [`takes ${names.join(', ')}, and its note says “${takes.join(', ')}”`];
}

/** The texts of an area by name, such as "line.notOpen". */
export function flat(node: Tree, path: readonly string[] = []): Map<string, string> {
  if (typeof node === 'string') return new Map([[path.join('.'), node]]);
  return new Map(Object.entries(node).flatMap(([key, child]) => [...flat(child, [...path, key])]));
}

/**
 * Returns the code of each module generated from the texts, by the module's path in the checkout.
 */
export function modulesOf(catalogue: Catalogue): Map<string, string> {
  const modules = new Map<string, string>();
  const { server, both } = catalogue.needed;
  const toServer = [...server, ...both].toSorted();
  const ofServer = new Set(server);
  for (const [language, about] of catalogue.languages) {
    for (const area of catalogue.areas) {
      const code = areaModule(catalogue, { language, ...about, area });
      if (!ofServer.has(area)) modules.set(`${made}/${language}/${area}.gen.ts`, code);
      if (toServer.includes(area)) modules.set(`${madeForServer}/${language}/${area}.gen.ts`, code);
    }
    modules.set(`${made}/${language}/${whole}.gen.ts`, languageModule(catalogue, language));
    modules.set(`${made}/${language}/${staffs}.gen.ts`, staffModule(catalogue, language));
  }
  modules.set('contract/src/languages.gen.ts', languagesModule(catalogue));
  modules.set('contract/src/refusals.gen.ts', refusalsModule(catalogue));
  modules.set(`${madeForServer}/areas.gen.ts`, serverAreasModule(toServer));
  modules.set(`${made}/areas.gen.ts`, areasModule(catalogue));
  return modules;
}

const made = 'web/src/i18n';
const madeForServer = 'server/src/texts';
/** The name of the module that loads those areas of a language that are not part of every page. */
const whole = 'areas';
/** The name of the module with the areas of staff pages. */
const staffs = 'staff-areas';

/** The properties of a language that its generated code uses. */
type Written = Pick<z.infer<typeof languageFile>, 'locale' | 'direction'>;

function areaModule(
  catalogue: Catalogue,
  { language, locale, direction, area }: { language: string; area: string } & Written,
): string {
  const english = flat(catalogue.texts(source, area));
  const notes = catalogue.notes(area);
  const { texts, borrowed } = filledIn(
    { language, texts: catalogue.texts(language, area) },
    fallbacksOf(catalogue, language).map((code) => ({
      language: code,
      texts: catalogue.texts(code, area),
    })),
  );
  const body = writeTree(texts, [], (key, text) => {
    const original = english.get(key) ?? text;
    const message = readMessage(text);
    const { takes } = readMessage(original);
    const from = borrowed.get(key);
    const own = catalogue.languages.get(from ?? language)?.direction ?? direction;
    const elements = apart(joined(message.elements), takes, own);
    const code = writeText(
      { ...message, elements: own === direction ? elements : setApart(elements, own) },
      inOrder(takes, notes[key]?.takes),
      text,
    );
    return from === undefined ? code : withToolsOf(from, code);
  });
  const used = ['number', 'plural', 'ordinal'].filter((tool) => body.includes(`$${tool}(`));
  const others = [...new Set(borrowed.values())].filter((code) =>
    body.includes(`${toolsName(code)}.`),
  );
  const imports = [
    ...(body.includes('$isolateBidi(') ? ['isolateBidi as $isolateBidi'] : []),
    ...(used.length + others.length > 0 ? ['toolsIn'] : []),
  ];
  const tools = [
    imports.length > 0
      ? `import { ${imports.join(', ')} } from '@baari/contract/text/message-tools.ts';\n`
      : '',
    used.length > 0
      ? `\nconst { ${used.map((tool) => `${tool}: $${tool}`).join(', ')} } = toolsIn('${locale}');\n`
      : '',
    ...others.map((code) => {
      const theirs = catalogue.languages.get(code)?.locale ?? code;
      return `\nconst ${toolsName(code)} = toolsIn('${theirs}');\n`;
    }),
  ].join('');
  return `// Made of texts/${language}/${area}.json by \`npm run texts\`.\n${tools}\nexport const ${nameOf(area)} = ${body};\n`;
}

/**
 * The languages from which a missing text is taken, in order: the fallback language, that
 * language's own fallback, and English.
 */
function fallbacksOf({ languages }: Catalogue, language: string): string[] {
  const chain: string[] = [];
  let next = languages.get(language)?.fallback;
  while (next !== undefined && next !== language && !chain.includes(next)) {
    chain.push(next);
    next = languages.get(next)?.fallback;
  }
  return [...chain.filter((code) => code !== source), source];
}

/**
 * Makes the code of a text taken from a fallback language format numbers and plurals by that
 * language's rules.
 */
function withToolsOf(language: string, code: string): string {
  return code.replaceAll(/\$(?=(?:number|plural|ordinal)\()/gu, `${toolsName(language)}.`);
}

function toolsName(language: string): string {
  return `$${language.replaceAll('-', '_')}`;
}

/**
 * Wraps filled-in words in direction marks, so that a word of the other writing direction does not
 * change the order of the text around it.
 */
function apart(
  elements: Message['elements'],
  takes: readonly Argument[],
  direction: Written['direction'],
): Message['elements'] {
  if (direction === 'rtl') return isolated(elements);
  const words = takes.filter(({ type }) => type.startsWith('string')).map(({ name }) => name);
  return isolatedWhereTurned(elements, new Set(words));
}

function writeTree(
  node: Tree,
  path: readonly string[],
  write: (key: string, text: string) => string,
): string {
  if (typeof node === 'string') return write(path.join('.'), node);
  const inner = (key: string, child: Tree) => writeTree(child, [...path, key], write);
  if (Array.isArray(node))
    return `[${node.map((child: Tree, at) => inner(String(at), child)).join(', ')}]`;
  return `{\n${Object.entries(node)
    .map(
      ([key, child]) =>
        `${/^[a-z_]\w*$/iu.test(key) ? key : JSON.stringify(key)}: ${inner(key, child)},\n`,
    )
    .join('')}}`;
}

function writeText({ elements }: Message, takes: readonly Argument[], text: string): string {
  if (takes.length === 0) return JSON.stringify(elements.length === 0 ? text : plainOf(elements));
  const body = writeMessage(elements);
  // Callers pass all arguments, including those that a language does not use.
  const parameters = takes.map(({ name, type }) => {
    const isUsed = new RegExp(String.raw`\b${name}\b`, 'u').test(body);
    return `${isUsed ? '' : '_'}${name}: ${type}`;
  });
  return `(${parameters.join(', ')}) => ${body}`;
}

function plainOf(elements: Message['elements']): string {
  return elements.map((element) => ('value' in element ? element.value : '')).join('');
}

function inOrder(
  takes: readonly Argument[],
  order: readonly string[] | undefined,
): readonly Argument[] {
  if (order === undefined) return takes;
  return takes.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
}

function languagesModule({ languages }: Catalogue): string {
  const lines = [...languages].map(([code, about]) => {
    const { ownName, locale, script, direction, draft, voice, fallback } = about;
    const facts = { ownName, locale, script, direction, isDraft: draft, voice, fallback };
    return `  ${JSON.stringify(code)}: ${JSON.stringify(facts)},\n`;
  });
  return `// Made of texts/*/language.json by \`npm run texts\`.\n
export const languages = [${[...languages.keys()].map((code) => `'${code}'`).join(', ')}] as const;
export type Language = (typeof languages)[number];

export interface AboutLanguage {
  /** The name of the language, written in that language. */
  readonly ownName: string;
  /** The language tag (BCP 47) that determines the format of numbers, times and dates. */
  readonly locale: string;
  /** The ISO 15924 code of the language's script. */
  readonly script: string;
  /** The writing direction of the language. */
  readonly direction: 'ltr' | 'rtl';
  /** Whether no native reader has checked the texts of the language yet. */
  readonly isDraft: boolean;
  /** The BCP 47 code of the voice that reads the language aloud. */
  readonly voice: string;
  /** The language from which missing texts are taken before English. */
  readonly fallback?: Language;
}

export const aboutLanguages: Readonly<Record<Language, AboutLanguage>> = {
${lines.join('')}};
`;
}

/**
 * Generates the module with the sentences that explain why the API refused a request. API responses
 * contain them in English.
 */
function refusalsModule({ texts }: Catalogue): string {
  const { codes, fields } = z
    .strictObject({ codes: tree, fields: tree })
    .parse(texts(source, 'refusals'));
  const constant = (name: string, node: Tree) =>
    `export const ${name} = ${writeTree(node, [], (_, text) => writeText(readMessage(text), [], text))} as const;\n`;
  return `// Made of texts/${source}/refusals.json by \`npm run texts\`.

/** The sentences that explain why a request is refused, by error code. */
${constant('refusalSentences', codes)}
/** The sentences that explain why a field is invalid, by error code. */
${constant('fieldSentences', fields)}`;
}

/**
 * Generates the module with the types and loaders of the server's texts. The texts of each language
 * are loaded when they are first used.
 */
function serverAreasModule(areas: readonly string[]): string {
  const imports = areas.map(
    (area) => `import type { ${nameOf(area)} } from './${source}/${area}.gen.ts';\n`,
  );
  return `// Made of the files in texts/ by \`npm run texts\`.
${imports.join('')}
/** The functions that load the server's texts of each area, by the area's name. */
export const serverAreas = {
${areas.map((area) => `  ${nameOf(area)}: '${area}',\n`).join('')}} as const;

export interface ServerTexts {
${areas.map((area) => `  readonly ${nameOf(area)}: typeof ${nameOf(area)};\n`).join('')}}
`;
}

/**
 * Generates a language's module: the texts that every page has, and the functions that load all
 * other areas.
 */
function languageModule({ areas, needed }: Catalogue, language: string): string {
  const { always, staff, server } = needed;
  const imports = always.map((area) => `import { ${nameOf(area)} } from './${area}.gen.ts';\n`);
  const loaders = areas
    .filter((area) => ![...always, ...staff, ...server].includes(area))
    .map(loaderOf);
  return `// Made of the files in texts/${language}/ by \`npm run texts\`.
${imports.join('')}
/** The texts of the areas that every page has without a request. */
export const bundled = { ${always.map(nameOf).join(', ')} };

/**
 * The functions that load all other areas of texts, by name. An area loads with the first page that
 * shows it.
 */
export const areas = {
${loaders.join('')}};

/** Loads the functions for areas of staff pages, which a patient's page does not need. */
export const staffAreas = () => import('./${staffs}.gen.ts');
`;
}

function staffModule({ needed: { staff } }: Catalogue, language: string): string {
  return `// Made of the files in texts/${language}/ by \`npm run texts\`.

/** The functions that load the texts of staff pages, by the area's name. */
export const areas = {
${staff.map(loaderOf).join('')}};
`;
}

function loaderOf(area: string): string {
  return `  ${nameOf(area)}: () => import('./${area}.gen.ts'),\n`;
}

function areasModule({ languages }: Catalogue): string {
  const others = [...languages.keys()].filter((language) => language !== source);
  return `// Made of the files in texts/ by \`npm run texts\`.
import type { Language } from '@baari/contract/languages.ts';
import { areas, bundled, staffAreas } from './${source}/${whole}.gen.ts';
import type { areas as areasOfStaff } from './${source}/${staffs}.gen.ts';

export type BaseArea = keyof typeof bundled;
type PageArea = keyof typeof areas;
export type StaffArea = keyof typeof areasOfStaff;
type LaterArea = PageArea | StaffArea;
export type AreaName = BaseArea | LaterArea;
type Loaders = typeof areas & typeof areasOfStaff;
type Loaded = { readonly [Name in LaterArea]: Awaited<ReturnType<Loaders[Name]>> };
/** The type of all texts of the product: for each area, an object with its texts. */
export type Messages = {
  readonly [Name in AreaName]: Name extends BaseArea
    ? (typeof bundled)[Name]
    : Name extends LaterArea
      ? Loaded[Name][Name & keyof Loaded[Name]]
      : never;
};

/**
 * All texts of a language. The areas that every page has are included; the other areas have
 * functions that load them.
 */
export interface LanguageTexts {
  readonly bundled: Pick<Messages, BaseArea>;
  readonly areas: LoadersOf<PageArea>;
  readonly staffAreas: () => Promise<{ readonly areas: LoadersOf<StaffArea> }>;
}
type LoadersOf<Names extends LaterArea> = {
  readonly [Name in Names]: () => Promise<Pick<Messages, Name>>;
};

/** The English texts, which every page includes without a request. */
export const english: LanguageTexts = { bundled, areas, staffAreas };

/**
 * The functions that load the other languages. Each language is a module of its own, so that a page
 * need not include the file names of all languages.
 */
export const others: Readonly<Record<Exclude<Language, '${source}'>, () => Promise<LanguageTexts>>> = {
${others.map((language) => `  ${JSON.stringify(language)}: () => import('./${language}/${whole}.gen.ts'),\n`).join('')}};
`;
}

function nameOf(area: string): string {
  return area.replaceAll(/-(\w)/gu, (_, letter: string) => letter.toUpperCase());
}

/**
 * Formats the content of a file of texts, so that tools and people write the files in the same way.
 */
export function asWritten(node: unknown): string {
  return `${JSON.stringify(node, null, 2)}\n`;
}

/**
 * The output of `npm run texts -- --missing`: the plural forms of the language, and each missing
 * text.
 */
export function missingIn({ areas, notes, texts }: Catalogue, language: string) {
  return {
    language,
    forms: formsOfNumber(language),
    missing: missingTexts(language, {
      areas,
      texts: (code, area) => flat(texts(code, area)),
      note: (area, key) => notes(area)[key]?.note,
    }),
  };
}

/**
 * The lines that `npm run texts` prints about languages that show texts of another language, such
 * as "ta lacks 3: audit 1, lines 2".
 */
export function lagging(catalogue: Catalogue): string[] {
  return [...catalogue.languages.keys()].flatMap((language) => {
    const areas = Object.entries(missingIn(catalogue, language).missing).map(
      ([area, texts]) => [area, Object.keys(texts).length] as const,
    );
    if (areas.length === 0) return [];
    const total = areas.reduce((sum, [, count]) => sum + count, 0);
    const each = areas.map(([area, count]) => `${area} ${count}`).join(', ');
    return [`${language} lacks ${total}, shown in ${fallbacksOf(catalogue, language)[0]}: ${each}`];
  });
}

/**
 * The English texts that a language's pages show because the language lacks them. Tests remove
 * these texts from a page before they look for English words. Punctuation and short words are left
 * out, because removing every dot would split URLs.
 */
export function wordsFromFallback(language: string): string[] {
  const { missing } = missingIn(readCatalogue(join(root, 'texts')), language);
  return Object.values(missing)
    .flatMap((texts) =>
      Object.values(texts).flatMap(({ english }) => literalsOf(readMessage(english).elements)),
    )
    .filter((words) => /\p{L}{3}/u.test(words));
}

/**
 * Writes the files of a language in the common format. Returns the files that had another format.
 */
export function tidied(folder: string, language: string): string[] {
  const paths = globSync(`${language}/*.json`, { cwd: folder }).toSorted();
  return paths.filter((path) => {
    const text = readFileSync(join(folder, path), 'utf8');
    const wanted = asWritten(JSON.parse(text));
    if (text === wanted) return false;
    writeFileSync(join(folder, path), wanted);
    return true;
  });
}

function main(): void {
  const folder = join(root, 'texts');
  const [option, language] = process.argv.slice(2);
  if (option === '--missing' || option === '--tidy') {
    if (language === undefined || !isTag(language)) {
      console.error(`Which language? npm run texts -- ${option} mr`);
      process.exitCode = 1;
    } else if (option === '--tidy') tidied(folder, language);
    else console.log(asWritten(missingIn(readCatalogue(folder), language)));
    return;
  }
  const catalogue = readCatalogue(folder, process.env['BAARI_PSEUDO_LANGUAGES'] === '1');
  const faults = faultsOf(catalogue);
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    process.exitCode = 1;
    return;
  }
  if (option === '--check') return;
  const modules = modulesOf(catalogue);
  for (const path of globSync(
    [made, madeForServer].map((folder) => `${folder}/**/*.gen.ts`),
    {
      cwd: root,
    },
  )) {
    if (!modules.has(path)) rmSync(join(root, path));
  }
  // Writes only changed files, because the development server reloads for each write.
  for (const [path, code] of modules) writeIfOther(join(root, path), code);
  for (const line of lagging(catalogue)) console.log(line);
}

function writeIfOther(path: string, code: string): void {
  if (existsSync(path) && readFileSync(path, 'utf8') === code) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, code);
}

if (import.meta.main) main();

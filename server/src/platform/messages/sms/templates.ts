/**
 * Texts that a country's operators have registered, such as by India's DLT: which registration a
 * message uses, and whether the registered words are still Baari's [MSG-2].
 */
import { languages } from '@baari/contract/languages.gen.ts';
import { fallbackLanguage, type Language } from '@baari/contract/languages.ts';
import { z } from 'zod';
import {
  longestValues,
  type SmsKind,
  smsKindNames,
  type SmsVariable,
  textWith,
} from './sms-kinds.ts';

const registeredText = z.strictObject({
  /** The id that the registry gave to the text. */
  id: z.string().trim().min(1, { error: 'the id that the registry gave' }).max(40),
  /** The sender that the text was registered for; by default the header of the file. */
  header: z.string().trim().min(1).max(20).optional(),
  /** The words as registered, with {#var#} for each variable. */
  text: z.string().min(1),
});

/** The format of a file of registered texts. */
export const templatesFile = z.strictObject({
  /** The operator's id in the registry. */
  entityId: z.string().trim().min(1).max(40),
  /** The sender. */
  header: z.string().trim().min(1).max(20),
  /** The calling codes of the countries that require registered texts. */
  countries: z
    .array(z.string().regex(/^\+[1-9]\d{0,2}$/u, { error: 'a calling code, as +91' }))
    .min(1)
    .default(['+91']),
  /** The languages that stand in for one that is not registered, the first first. */
  fallback: z.array(z.enum(languages)).default([fallbackLanguage]),
  templates: z.partialRecord(
    z.enum(smsKindNames),
    z.partialRecord(z.enum(languages), registeredText),
  ),
});
export type TemplatesFile = Readonly<z.infer<typeof templatesFile>>;

/** What a provider must name when it sends a registered text. */
export interface Registration {
  readonly entityId: string;
  readonly header: string;
  readonly templateId: string;
}

/** The registered texts of an installation. */
export interface RegisteredTexts {
  readonly requiredIn: (callingCode: string) => boolean;
  /** The language in which a kind is sent, and its registration. */
  readonly find: (
    kind: SmsKind,
    language: Language,
  ) => { readonly language: Language; readonly registration: Registration };
}

/** The characters that one {#var#} may hold. Longer variables take several in a row. */
const placeHolds = 30;

/** The words of a kind as an operator registers them. The site's address is part of the words. */
export function wordingOf(kind: SmsKind, language: Language, site: string): string {
  return textWith(kind, language, (name) => (name === 'site' ? site : placesOf(name)));
}

function placesOf(name: Exclude<SmsVariable, 'site'>): string {
  return '{#var#}'.repeat(Math.ceil(longestValues[name] / placeHolds));
}

/** A file of registered texts as an operator begins it: without ids. */
export function beginTemplates(known: readonly Language[], site: string): object {
  const textsOfKind = (kind: SmsKind) =>
    Object.fromEntries(
      known.map((language) => [language, { id: '', text: wordingOf(kind, language, site) }]),
    );
  const templates = Object.fromEntries(smsKindNames.map((kind) => [kind, textsOfKind(kind)]));
  return { entityId: '', header: '', countries: ['+91'], fallback: known, templates };
}

/**
 * The registered texts of a file, or what is wrong with it: a kind without any language, or words
 * that differ from Baari's.
 */
export function readRegistered(
  file: TemplatesFile,
  site: string,
): RegisteredTexts | { readonly problems: readonly string[] } {
  const problems = smsKindNames.flatMap((kind) => problemsOf(file, kind, site));
  if (problems.length > 0) return { problems };
  const codes = new Set(file.countries.map((country) => country.slice(1)));
  return {
    requiredIn: (callingCode) => codes.has(callingCode),
    find(kind, wanted) {
      const order = [wanted, ...file.fallback, ...languages];
      const texts = file.templates[kind];
      const language = order.find((one) => texts?.[one] !== undefined);
      const text = language && texts?.[language];
      // The check above has found a language for every kind.
      if (language === undefined || text === undefined) throw new Error(`No text for ${kind}.`);
      const { id: templateId, header = file.header } = text;
      return { language, registration: { entityId: file.entityId, header, templateId } };
    },
  };
}

function problemsOf({ templates }: TemplatesFile, kind: SmsKind, site: string): string[] {
  const texts = Object.entries(templates[kind] ?? {});
  if (texts.length === 0) {
    return [`${kind}: register this kind in at least one language, or its messages never arrive`];
  }
  return languages.flatMap((language) => {
    const registered = templates[kind]?.[language]?.text;
    if (registered === undefined) return [];
    const own = wordingOf(kind, language, site);
    if (comparable(registered) === comparable(own)) return [];
    return [
      `${kind}.${language}: the registered words differ from Baari's. Register “${own}” and put its id and words here; now it says “${registered}”`,
    ];
  });
}

/** Without differences that registries make: Unicode forms and runs of spaces. */
function comparable(text: string): string {
  return text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim();
}

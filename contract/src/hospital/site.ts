/** What an installation says about itself to anyone, and how anyone writes to it [LAND-3, LAND-5]. */
import { z } from 'zod';
import { maxLength } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { email, fieldMessages, instant, requiredText, text, uuid } from '../fields.ts';
import { languages } from '../languages.gen.ts';
import { fallbackLanguage } from '../languages.ts';

/** What the landing page boasts with; the operator's own words, such as "40%" or "10K+" [LAND-3]. */
export const landingFigures = z.object({
  lessWaiting: z.string(),
  hospitals: z.string(),
  patientsServed: z.string(),
});
export type LandingFigures = z.infer<typeof landingFigures>;

/** What the figures rest on: the operator's word, or what was measured [LAND-3]. */
const figuresBasis = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stated') }),
  /** Nothing is known yet. */
  z.object({ kind: z.literal('counting') }),
  /** How much less people wait is told once so many more visits have been measured. */
  z.object({ kind: z.literal('missing'), visits: z.int().min(1) }),
  /** It cannot be told from chance. */
  z.object({ kind: z.literal('unsure') }),
  /** The share by which people wait less lies between these 19 times in 20. */
  z.object({ kind: z.literal('measured'), lower: z.number(), upper: z.number() }),
]);
/** Hospitals with a sign-in of their own, and mail domains of each, at most. */
export const waysInShown = 200;

/** A hospital that signs its staff in itself. */
const hospitalWayIn = z.object({
  hospitalId: uuid,
  /** What its staff know the sign-in by. */
  name: z.string(),
  /** In lower case; whose email ends so is led there. */
  emailDomains: z.array(z.string()).max(waysInShown),
});
export type HospitalWayIn = z.infer<typeof hospitalWayIn>;

/** What the build writes into the drawn landing page where the server puts the installation's own words. */
export const landingMarks = {
  contactEmail: '{{contactEmail}}',
  figures: {
    lessWaiting: '{{lessWaiting}}',
    hospitals: '{{hospitals}}',
    patientsServed: '{{patientsServed}}',
  },
  figuresNote: '{{figuresNote}}',
} as const;

export const getSite = endpoint({
  method: 'GET',
  path: '/site',
  summary: 'Get the mailbox to write to and the figures of the landing page',
  rows: ['LAND-3', 'LAND-5'],
  access: 'public',
  reply: z.object({
    contactEmail: z.string(),
    figures: landingFigures,
    figuresBasis,
    /** The ways in besides email and password; what is not set up is not offered [LOGIN-2]. */
    signIn: z.object({
      google: z.boolean(),
      phone: z.boolean(),
      hospitals: z.array(hospitalWayIn).max(waysInShown),
    }),
    /** Characters that a new password has at least. */
    passwordMin: z.number().int(),
  }),
  problems: [],
});

export const textPageNames = ['about', 'terms', 'privacy'] as const;
export type TextPageName = (typeof textPageNames)[number];

/** Parts of a text, and of each of its parts, at most; a longer file is refused at start. */
const textParts = 1000;

/** A run of text in one look; `href` makes it a link. Nothing here is ever markup. */
const span = z.object({
  text: z.string(),
  marks: z.array(z.enum(['strong', 'emphasis', 'code'])).max(3),
  href: z.string().nullable(),
});
export type TextSpan = z.infer<typeof span>;
const line = z.array(span).max(textParts);

const block = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), level: z.union([z.literal(2), z.literal(3)]), line }),
  z.object({ kind: z.literal('paragraph'), line }),
  z.object({ kind: z.literal('list'), ordered: z.boolean(), items: z.array(line).max(textParts) }),
  z.object({
    kind: z.literal('table'),
    header: z.array(line).max(textParts),
    rows: z.array(z.array(line).max(textParts)).max(textParts),
  }),
]);
export type TextBlock = z.infer<typeof block>;

export const textPage = z.object({
  title: z.string(),
  /** One sentence or two: the first paragraph, as plain text. */
  description: z.string(),
  /** The language it is written in: not the one asked for where there is no text in that. */
  language: z.enum(languages),
  blocks: z.array(block).max(textParts),
});
export type TextPage = z.infer<typeof textPage>;

export const getTextPage = endpoint({
  method: 'GET',
  path: '/site/pages/:name',
  summary: 'Get a text of the installation: about, terms or privacy',
  rows: ['ROUTE-26'],
  access: 'public',
  params: z.object({ name: z.enum(textPageNames) }),
  query: z.object({
    language: z.enum(languages, { error: fieldMessages.choice }).default(fallbackLanguage),
  }),
  reply: z.object({ page: textPage }),
  problems: [],
});

/** What was pasted with line breaks is still one name. */
function onOneLine(value: string): string {
  return value.replaceAll(/\s+/gu, ' ');
}

/** What the contact form sends [ROUTE-27]. */
export const contactMessage = z.object({
  name: requiredText(maxLength.name).transform(onOneLine),
  email,
  hospital: text(maxLength.line).transform(onOneLine).optional(),
  message: requiredText(maxLength.note),
});

export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/site/contact',
  summary: 'Write to the people who run this installation; five times an hour from one address',
  rows: ['ROUTE-27'],
  access: 'public',
  status: 201,
  body: contactMessage,
  reply: z.object({ receivedAt: instant }),
  problems: ['too_many_attempts'],
});

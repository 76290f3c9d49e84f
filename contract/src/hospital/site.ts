/** An installation's public information, and its contact form [LAND-3, LAND-5]. */
import { z } from 'zod';
import { maxLength } from '../constants.ts';
import { endpoint } from '../endpoint.ts';
import { email, fieldMessages, instant, requiredText, text, uuid } from '../fields.ts';
import { languages } from '../languages.gen.ts';
import { fallbackLanguage } from '../languages.ts';

/** The landing page's figures in the operator's own words, such as "40%" or "10K+" [LAND-3]. */
export const landingFigures = z.object({
  lessWaiting: z.string(),
  hospitals: z.string(),
  patientsServed: z.string(),
});
export type LandingFigures = z.infer<typeof landingFigures>;

/** Where the figures come from: the operator, or measurement [LAND-3]. */
const figuresBasis = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('stated') }),
  /** No visits have been measured yet, so there are no figures. */
  z.object({ kind: z.literal('counting') }),
  /** The saved time is not published yet; `visits` more visits must be measured first. */
  z.object({ kind: z.literal('missing'), visits: z.int().min(1) }),
  /**
   * The measured difference between remote visits and walk-ins is not statistically significant.
   */
  z.object({ kind: z.literal('unsure') }),
  /**
   * The measured share of the time on site that remote patients save, compared with walk-ins: the
   * bounds of its 95 % confidence interval.
   */
  z.object({ kind: z.literal('measured'), lower: z.number(), upper: z.number() }),
]);
/**
 * The most hospitals with single sign-on in one API response, and the most mail domains of each
 * hospital.
 */
export const waysInShown = 200;

/** A hospital whose staff sign in with the hospital's own identity provider. */
const hospitalWayIn = z.object({
  hospitalId: uuid,
  /** The name of this sign-in, as the hospital's staff know it. */
  name: z.string(),
  /**
   * The hospital's mail domains in lower case. A person whose email has such a domain is sent to
   * the hospital's own sign-in.
   */
  emailDomains: z.array(z.string()).max(waysInShown),
});
export type HospitalWayIn = z.infer<typeof hospitalWayIn>;

/**
 * Placeholders that the build writes into the prerendered landing page. The server replaces them with the
 * installation's own texts.
 */
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
  summary: 'Get the contact mailbox and the figures of the landing page',
  rows: ['LAND-3', 'LAND-5'],
  access: 'public',
  reply: z.object({
    contactEmail: z.string(),
    figures: landingFigures,
    figuresBasis,
    /**
     * Ways to sign in besides email and password. The sign-in page hides a way that is not
     * configured [LOGIN-2].
     */
    signIn: z.object({
      google: z.boolean(),
      phone: z.boolean(),
      hospitals: z.array(hospitalWayIn).max(waysInShown),
    }),
    /** Minimum length of a new password, in characters. */
    passwordMin: z.number().int(),
    /** Whether hospitals can take part in ABDM Scan & Register [API-37]. */
    abdm: z.boolean().default(false),
  }),
  problems: [],
});

export const textPageNames = ['about', 'terms', 'privacy'] as const;
export type TextPageName = (typeof textPageNames)[number];

/**
 * The most parts of a text page, and the most items of each part. The server does not start if a
 * text file exceeds this limit.
 */
const textParts = 1000;

/** A run of text in one style; `href` makes it a link. The text is never parsed as markup. */
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
  /** The first paragraph of the text page as plain text, in one or two sentences. */
  description: z.string(),
  /**
   * The language of the text. It differs from the requested language if the text has no
   * translation.
   */
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

/** Replaces line breaks in a name with spaces, because a pasted name may contain line breaks. */
function onOneLine(value: string): string {
  return value.replaceAll(/\s+/gu, ' ');
}

/** The body of the contact form [ROUTE-27]. */
export const contactMessage = z.object({
  name: requiredText(maxLength.name).transform(onOneLine),
  email,
  hospital: text(maxLength.line).transform(onOneLine).optional(),
  message: requiredText(maxLength.note),
});

export const sendContactMessage = endpoint({
  method: 'POST',
  path: '/site/contact',
  summary: 'Write to the operators of this installation; five times an hour from one address',
  rows: ['ROUTE-27'],
  access: 'public',
  status: 201,
  body: contactMessage,
  reply: z.object({ receivedAt: instant }),
  problems: ['too_many_attempts'],
});

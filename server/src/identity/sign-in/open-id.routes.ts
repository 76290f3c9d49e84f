/**
 * Sign-in with Google or another configured OpenID provider [LOGIN-2], and for staff with their hospital's
 * own provider. The page opens a popup; the provider redirects it here, and it ends on a page of this site.
 */
import { identityCalls } from '@baari/contract/account/identity.ts';
import { type Language, languages } from '@baari/contract/languages.gen.ts';
import type { RefusalCode } from '@baari/contract/refusals.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { languageAskedFor } from '../../platform/http/language-asked-for.ts';
import { refuse } from '../../platform/result.ts';
import { noteSignIn } from './after-sign-in.ts';
import { providerIdOf } from '../hospital-sign-in.rules.ts';
import { notStaff } from '../hospital-sign-in.rules.ts';
import type { IdentityParts } from '../identity.ts';
import {
  type Answer,
  ask,
  getOnly,
  passCookies,
  readBody,
  sendAnswer,
  sendProblem,
} from '../provider/provider.calls.ts';
import { basePath } from '../provider/provider.address.ts';
import { remembering } from '../sessions/remember.ts';
import { localPath } from './safe-path.ts';
import { asksSecondFactor } from './two-factor.routes.ts';

/**
 * The page on which the sign-in popup ends, unless the calling page names another path of this
 * site.
 */
const landingPage = '/signed-in';

/** The identity library's path that starts a sign-in with any provider. */
const toProvider = '/sign-in/social';

/** The parameters of a provider's redirect; all others are dropped. */
const callbackQuery = z.object({
  code: z.string().optional(),
  state: z.string().optional(),
  error: z.string().optional(),
  iss: z.string().optional(),
});

/** A sign-in by a provider: the provider, and the refusal for the page if the sign-in fails. */
interface Visit {
  readonly providerId: string;
  readonly failure: RefusalCode;
}

interface Wish {
  readonly callbackURL?: string | undefined;
  readonly rememberMe?: boolean | undefined;
}

export function mountOpenId(app: FastifyInstance, parts: IdentityParts): void {
  const { signInWithGoogle, signInWithHospital } = identityCalls;
  const google: Visit = { providerId: 'google', failure: 'provider_failed' };

  app.post(`${basePath}${signInWithGoogle.path}`, async (request, reply) => {
    if (!parts.waysIn.google) return sendProblem(reply, refuse('way_in_not_available'));
    const body = readBody(signInWithGoogle.body, request);
    if (!body.ok) return sendProblem(reply, body);
    return send(parts, request, reply, google, body.value);
  });

  app.post(`${basePath}${signInWithHospital.path}`, async (request, reply) => {
    const body = readBody(signInWithHospital.body, request);
    if (!body.ok) return sendProblem(reply, body);
    const visit = visitTo(parts, body.value.hospitalId);
    if (visit === undefined) return sendProblem(reply, refuse('way_in_not_available'));
    return send(parts, request, reply, visit, body.value);
  });

  app.get(`${basePath}/callback/google`, getOnly, async (request, reply) => {
    if (!parts.waysIn.google) return sendProblem(reply, refuse('way_in_not_available'));
    return takeBack(parts, request, reply, google);
  });

  for (const { hospitalId } of parts.waysIn.hospitals) {
    const visit = visitTo(parts, hospitalId);
    if (visit === undefined) continue;
    app.get(`${basePath}/callback/${visit.providerId}`, getOnly, async (request, reply) =>
      takeBack(parts, request, reply, visit),
    );
  }
}

function visitTo({ waysIn }: IdentityParts, hospitalId: string): Visit | undefined {
  if (!waysIn.hospitals.some((hospital) => hospital.hospitalId === hospitalId)) return undefined;
  return { providerId: providerIdOf(hospitalId), failure: 'hospital_sign_in_failed' };
}

async function send(
  parts: IdentityParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { providerId, failure }: Visit,
  { callbackURL, rememberMe }: Wish,
): Promise<FastifyReply> {
  const landing = localPath(callbackURL ?? landingPage, parts.publicUrl);
  if (landing === undefined) {
    return sendProblem(
      reply,
      refuse('invalid_request', [{ param: 'callbackURL', msg: 'Must be a page of this site.' }]),
    );
  }
  const answer = await ask(parts, request, toProvider, {
    provider: providerId,
    callbackURL: landing,
    errorCallbackURL: landing,
    disableRedirect: true,
  });
  if (answer.code === 'PROVIDER_NOT_FOUND') return sendProblem(reply, refuse(failure));
  reply.header('set-cookie', remembering(rememberMe, parts).kept);
  reply.header('set-cookie', sentTo(parts, providerId, minutesAway * 60));
  const asksFor = request.headers['accept-language'];
  if (asksFor !== undefined) {
    reply.header('set-cookie', sentIn(parts, languageAskedFor(asksFor), minutesAway * 60));
  }
  return sendAnswer(reply, answer, identityCalls.signInWithGoogle.reply);
}

const minutesAway = 10;
const sentCookie = 'baari.sent_to';

/** Remembers the provider in a cookie, so that another provider cannot answer the request (mix-up attack). */
function sentTo({ publicUrl }: IdentityParts, providerId: string, seconds: number): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${sentCookie}=${providerId}; Max-Age=${seconds}; Path=${basePath}; HttpOnly; SameSite=Lax${secure}`;
}

const languageCookie = 'baari.sent_in';

/**
 * Makes the cookie that remembers the page's language. The browser that returns from the provider
 * sends only its own language setting.
 */
function sentIn({ publicUrl }: IdentityParts, language: Language, seconds: number): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${languageCookie}=${language}; Max-Age=${seconds}; Path=${basePath}; HttpOnly; SameSite=Lax${secure}`;
}

/**
 * Sets the request's language to the one in which the sign-in began, for the library and its mails.
 */
function askAsBegun(request: FastifyRequest): void {
  const cookies = (request.headers.cookie ?? '').split('; ');
  const begun = languages.find((language) => cookies.includes(`${languageCookie}=${language}`));
  if (begun !== undefined) request.headers['accept-language'] = begun;
}

function wasSentTo(request: FastifyRequest, providerId: string): boolean {
  const cookies = (request.headers.cookie ?? '').split('; ');
  return cookies.includes(`${sentCookie}=${providerId}`);
}

async function takeBack(
  parts: IdentityParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { providerId, failure }: Visit,
): Promise<FastifyReply> {
  if (!wasSentTo(request, providerId)) {
    return land(reply, withError(landingPage, failure, parts.publicUrl));
  }
  askAsBegun(request);
  const query = callbackQuery.safeParse(request.query).data ?? {};
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) given.set(name, value);
  }
  const answer = await ask(parts, request, `/callback/${providerId}?${given.toString()}`);
  if (answer.isAway) return sendAnswer(reply, answer, z.unknown());
  passCookies(reply, answer);
  await noteSignIn(parts, request, reply, answer);
  reply.header('set-cookie', sentTo(parts, '', 0));
  return land(reply, landingOf(answer, failure, parts.publicUrl));
}

/** The library's error codes that our page distinguishes; any other code is a general failure. */
const reasons: Readonly<Record<string, RefusalCode>> = {
  account_not_linked: 'account_not_linked',
  [notStaff]: 'not_hospital_staff',
};

/** The path of this site on which the popup ends, whatever the library answered. */
function landingOf(answer: Answer, failure: RefusalCode, publicUrl: string): string {
  const isHalfway = asksSecondFactor(answer);
  const target = isHalfway ? locationIn(answer.body) : answer.location;
  const path = target === undefined ? undefined : localPath(target, publicUrl);
  if (path === undefined || path.startsWith(basePath)) {
    return withError(landingPage, failure, publicUrl);
  }
  if (isHalfway) return withError(path, 'second_factor_required', publicUrl);
  const error = new URL(path, publicUrl).searchParams.get('error');
  return error === null ? path : withError(path, reasons[error] ?? failure, publicUrl);
}

function locationIn(body: unknown): string | undefined {
  return z.object({ location: z.string() }).safeParse(body).data?.location;
}

/** Adds the refusal's error code to the path on which the popup ends, for the page to read. */
function withError(path: string, code: RefusalCode, publicUrl: string): string {
  const { pathname, searchParams } = new URL(path, publicUrl);
  searchParams.delete('error_description');
  searchParams.set('error', code);
  return `${pathname}?${searchParams.toString()}`;
}

function land(reply: FastifyReply, path: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(path);
}

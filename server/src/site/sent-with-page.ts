/**
 * Sends a page together with the answers of the API calls that the page makes first [decision 025].
 */
import { getCurrentUser, identityCalls } from '@baari/contract/account/identity.ts';
import type { Language } from '@baari/contract/languages.ts';
import type { SentWithPage } from '@baari/contract/sent-with-page.ts';
import type { FastifyRequest } from 'fastify';
import { basePath } from '../identity/provider/provider.address.ts';
import { bringsSession } from '../identity/sessions/signed-cookies.ts';
import { pathFor } from '../platform/http/path-pattern.ts';

const tokenPath = `${basePath}${identityCalls.getToken.path}`;
const userPath = `/api${getCurrentUser.path}`;

/**
 * The parts of the request for a page that this module reads: its headers, IP address and server.
 */
type Opening = Pick<FastifyRequest, 'headers' | 'ip' | 'server'>;

/** Sets cookies on the response, since reading a session may renew its cookie. */
type KeepCookies = (cookies: string | string[]) => void;

const nobody: SentWithPage = { user: null, answers: {} };

/**
 * How long the page waits for the answers of the API calls, in ms. The page must not wait for a
 * database in trouble; without answers, the code in the browser shows the problem.
 */
const patienceMs = 1000;

/**
 * The longest answer that is embedded, in characters. A longer answer arrives sooner as a separate
 * request while the code loads.
 */
const longestAnswer = 100_000;

export interface Asks {
  /**
   * The API paths that the server calls for the page; parameters such as `:doctorId` are filled in.
   */
  readonly asks: readonly string[];
  /** The values of the path parameters in the page's address. */
  readonly named: Readonly<Record<string, string>>;
  /** Returns the id of the latest live event at this moment. */
  readonly place: () => string;
  /** The language in which the page will most likely be shown. */
  readonly language: Language;
}

/**
 * Calls the server's own API with the visitor's session, so that the same access rules and limits
 * apply. `:ownHospital` is replaced by the visitor's hospital, and refused or long answers are left
 * out. Undefined unless a visitor opens the page and is identified in time.
 */
export async function askAhead(
  request: Opening,
  keepCookies: KeepCookies,
  asks: Asks,
): Promise<SentWithPage | undefined> {
  if (!isOpening(request)) return undefined;
  if (!bringsSession(request.headers.cookie ?? '')) return nobody;
  const signal = AbortSignal.timeout(patienceMs);
  try {
    return await askFor(request, keepCookies, asks, signal);
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

async function askFor(
  { server, headers: { cookie = '' }, ip: remoteAddress }: Opening,
  keepCookies: KeepCookies,
  { asks, named, place, language }: Asks,
  signal: AbortSignal,
): Promise<SentWithPage | undefined> {
  const read = (url: string, headers: Record<string, string>) =>
    server.inject({ method: 'GET', url, headers, remoteAddress, signal });

  const session = await read(tokenPath, { cookie });
  const renewed = session.headers['set-cookie'];
  if (renewed !== undefined) keepCookies(renewed);
  if (session.statusCode === 401) return nobody;
  if (session.statusCode !== 200) return undefined;
  const { token } = identityCalls.getToken.reply.parse(session.json());
  const authorization = `Bearer ${token}`;
  const current = await read(userPath, { authorization });
  if (current.statusCode !== 200) return undefined;
  const { user } = getCurrentUser.reply.parse(current.json());
  // The event id is read before any data, so that the live stream delivers all later changes.
  const upTo = place();
  const parts = { ...named, ...(user.hospitalId !== null && { ownHospital: user.hospitalId }) };
  const paths = asks.flatMap((path) => pathFor(path, parts) ?? []);
  const answers = await Promise.all(
    paths.map((url) => read(url, { authorization, 'accept-language': language })),
  );
  return {
    user,
    place: upTo,
    language,
    answers: Object.fromEntries(
      paths.flatMap((url, index) => {
        const answer = answers[index];
        const isSent = answer?.statusCode === 200 && answer.payload.length <= longestAnswer;
        return isSent ? [[url, answer.json<unknown>()]] : [];
      }),
    ),
  };
}

/**
 * Whether the browser's headers show that a visitor opens the page now. A prefetched page would be
 * outdated when opened.
 */
function isOpening({ headers }: Opening): boolean {
  return (
    headers['sec-fetch-dest'] === 'document' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-purpose'] === undefined
  );
}

/** Answers, together with a page, what the page will ask first [decision 025]. */
import { getCurrentUser, identityCalls } from '@baari/contract/account/identity.ts';
import type { Language } from '@baari/contract/languages.ts';
import type { SentWithPage } from '@baari/contract/sent-with-page.ts';
import type { FastifyRequest } from 'fastify';
import { basePath } from '../identity/provider/provider.address.ts';
import { bringsSession } from '../identity/sessions/signed-cookies.ts';
import { pathFor } from '../platform/http/path-pattern.ts';

const tokenPath = `${basePath}${identityCalls.getToken.path}`;
const userPath = `/api${getCurrentUser.path}`;

/** What is read of the request for the page. */
type Opening = Pick<FastifyRequest, 'headers' | 'ip' | 'server'>;

/** A session that is used may be prolonged. */
type KeepCookies = (cookies: string | string[]) => void;

const nobody: SentWithPage = { user: null, answers: {} };

/** A page must not wait for a database in trouble: it is sent without, and says so itself. */
const patienceMs = 1000;

/** More than this takes longer to come with the page than to be asked for beside its code. */
const longestAnswer = 100_000;

export interface Asks {
  /** Paths of the API; a part such as `:doctorId` is filled in. */
  readonly asks: readonly string[];
  /** The parts that the page's own address names. */
  readonly named: Readonly<Record<string, string>>;
  /** The id of the latest live event that whoever reads now is told of. */
  readonly place: () => string;
  /** In which the page will most likely be. */
  readonly language: Language;
}

/**
 * Asks our own API as the page would, with the visitor's session, so that nothing is told or counted in
 * another way; `:ownHospital` stands for the one where the visitor works. What is refused or long is left for
 * the page to ask. undefined when the page is not being opened by a visitor, or who that is could not be
 * found out in time.
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
  // Before anything is read: what comes later is told by the stream.
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

/** Said by the browser itself; a page fetched in advance would tell of the past when it is opened. */
function isOpening({ headers }: Opening): boolean {
  return (
    headers['sec-fetch-dest'] === 'document' &&
    headers['sec-fetch-mode'] === 'navigate' &&
    headers['sec-purpose'] === undefined
  );
}

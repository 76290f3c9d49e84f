/**
 * Sets up the HTTP server before any feature: limits, headers and responses to malformed requests.
 */
import { compile } from '@fastify/proxy-addr';
import rateLimit from '@fastify/rate-limit';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Clock } from '../clock.ts';
import { compressAnswers } from './compress-answers.ts';
import { type ConnectionLimits, limitBody, makeConnections } from './connections.ts';
import { collidedOn, isDatabaseAway, isDatabaseBusy, isStorageFull } from '../database/database.ts';
import { knowRoutes } from './known-routes.ts';
import { describeError } from '../log.ts';
import { type Refusal, refuse } from '../result.ts';
import { sendRefusal } from './route.ts';
import { serverTimeHeader } from '@baari/contract/server-time.ts';
import { shedLoad } from './shed-load.ts';
import type { StorageWatch } from '../files/storage.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The HTTP methods that the server accepts at a path; empty for an unknown path. */
    methodsAt: (path: string) => string[];
  }
  interface FastifyContextConfig {
    /** Whether the body may take as long as a file upload on a slow connection. */
    takesFile?: boolean;
    /**
     * Whether calls to this route are refused once the server is closing, because an open stream
     * would keep the server from closing.
     */
    refusedWhileClosing?: boolean;
  }
}

export interface HttpOptions {
  /** The clock that gives the time sent with responses. */
  readonly clock: Clock;
  readonly logLevel: string;
  /** Where log lines are written; by default to the standard output. */
  readonly logTo: LogTarget | undefined;
  /** Whether PUBLIC_URL is https, so that responses have the HSTS header. */
  readonly secure: boolean;
  /** The proxies whose X-Forwarded-For header is trusted; empty if no proxy is trusted. */
  readonly trustedProxies: readonly string[];
  readonly rateLimit: boolean;
  /** The event-loop delay in milliseconds above which requests are refused; by default 1000. */
  readonly shedsAfterMs?: number | undefined;
  readonly connections: ConnectionLimits;
  /** The watch of the disk space, which is notified of writes that failed on a full disk. */
  readonly storage: StorageWatch;
}

/** The destination of log lines, such as a stream. */
export interface LogTarget {
  write(line: string): void;
}

const maxBodyBytes = 1_048_576;
const maxJsonDepth = 32;
/**
 * The limit of requests per minute from one network address. A hospital's whole waiting room may
 * share one address.
 */
const addressLimit = 6000;
const noHeaders = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
};
/** The event-loop delay in milliseconds above which the server refuses requests. */
const maxEventLoopDelay = 1000;

const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Headers for code, styles and fonts. These files are the same for everybody, so a site that embeds
 * them learns nothing.
 */
const codeHeaders = { 'x-content-type-options': 'nosniff' };

const sharedHeaders = {
  ...codeHeaders,
  // No other site may embed a response, such as a doctor's photo, because it could then measure or
  // count the response.
  'cross-origin-resource-policy': 'same-origin',
};

/** Headers of a page. They restrict what the page may load, send and use. */
export const pageHeaders = {
  ...sharedHeaders,
  'content-security-policy': contentSecurityPolicy,
  'referrer-policy': 'strict-origin-when-cross-origin',
  // A sign-in popup must be able to reply to the page that opened it.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(self)',
};

/**
 * Headers for an SVG picture. A browser could open the picture as a page, so it may load and run
 * nothing.
 */
const drawingHeaders = { ...sharedHeaders, 'content-security-policy': "default-src 'none'" };

/**
 * Headers of an API response, which can do nothing if opened as a page. There are few headers,
 * because a page fetches dozens of responses.
 */
const answerHeaders = {
  ...sharedHeaders,
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
};

export async function makeHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const { connections: limits, trustedProxies } = options;
  const connections = makeConnections({
    limits,
    isTrusted: trustedAmong(trustedProxies),
    onTrouble: (details, message) => app.log.warn(details, message),
  });
  const app: FastifyInstance = Fastify({
    serverFactory: connections.serve,
    // `connections.ts` sends the responses to these errors.
    clientErrorHandler: () => undefined,
    logger: {
      level: options.logLevel,
      base: null,
      ...(options.logTo === undefined ? {} : { stream: options.logTo }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBodyBytes,
    trustProxy: trustedProxies.length === 0 ? false : [...trustedProxies],
    forceCloseConnections: 'idle',
    // Requests that arrive while the server closes are answered like any other.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
    // The framework calls this for a malformed URL. The framework's own response would quote the
    // URL.
    frameworkErrors: (_error, _request, reply) => {
      sendRefusal(reply.headers(answerHeaders), refuse('not_found'));
    },
  });
  acceptJsonOnly(app);
  compressAnswers(app);
  app.addHook('onSend', async (request, reply, payload) => {
    // The time header is set again, because building the response may have taken long.
    if (request.url.startsWith('/api')) sayTime(reply, options.clock);
    return payload;
  });
  app.decorate('methodsAt', knowRoutes(app));
  let isClosing = false;
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headersFor(request.url));
    // HTTP/1.1 keeps connections open by default. Without the headers Connection and Keep-Alive,
    // each of a page's twenty files is 48 bytes smaller.
    if (isCode(request.url) && !isClosing) reply.raw.removeHeader('connection');
    if (request.url.startsWith('/api')) sayTime(reply, options.clock);
    if (options.secure) reply.header('strict-transport-security', 'max-age=31536000');
    if (request.raw.rawHeaders.length / 2 > limits.headers) {
      return sendRefusal(reply, refuse('headers_too_large'));
    }
    if (isClosing && request.routeOptions.config.refusedWhileClosing === true) {
      return sendRefusal(reply, refuse('overloaded'));
    }
    const takesFile = request.routeOptions.config.takesFile === true;
    limitBody(request.raw, reply.raw, takesFile ? limits.requestWithinMs : limits.bodyWithinMs);
    return undefined;
  });
  app.addHook('preClose', (done) => {
    isClosing = true;
    connections.drain();
    done();
  });
  app.addHook('onResponse', async (request, reply) => {
    // The log gets the route's pattern, not the URL, so that ids and search texts stay out of it.
    const route = request.routeOptions.url ?? 'unknown';
    const ms = Math.round(reply.elapsedTime);
    request.log.debug({ method: request.method, route, status: reply.statusCode, ms }, 'answered');
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (isBrokenOff(request)) {
      // The client has disconnected and the server did not fail, so this is logged only at debug
      // level.
      const route = request.routeOptions.url ?? 'unknown';
      request.log.debug({ route }, 'A caller aborted while its request arrived.');
      return sendRefusal(reply, refuse('invalid_request'));
    }
    const refusal = refusalFor(error);
    if (refusal.code === 'storage_full') {
      options.storage.noteFull();
      request.log.error(
        {
          route: request.routeOptions.url ?? 'unknown',
          storage: options.storage.databaseIsAt,
          error: describeError(error),
        },
        'Nothing can be saved: the disk is full, or the database takes no writes. The caller was answered 503; free some space, or enlarge the disk.',
      );
    }
    if (refusal.code === 'internal' || refusal.code === 'unavailable') {
      const route = request.routeOptions.url ?? 'unknown';
      request.log.error(
        { route, error: describeError(error) },
        'A request to this route failed; its caller was answered 500 or 503. If PostgreSQL is reachable and this repeats, report the frames of this line as a bug.',
      );
    }
    return sendRefusal(reply, refusal);
  });
  shedLoad(app, options.shedsAfterMs ?? maxEventLoopDelay);
  await app.register(rateLimit, {
    global: options.rateLimit,
    max: addressLimit,
    timeWindow: 60_000,
    // Rate-limit headers are sent only with refusals, not with every script and answer.
    addHeadersOnExceeding: noHeaders,
    addHeaders: { ...noHeaders, 'retry-after': true },
    errorResponseBuilder: () => new TooManyRequests(),
  });
  return app;
}

function sayTime(reply: FastifyReply, clock: Clock): void {
  reply.header(serverTimeHeader, String(clock.now().getTime()));
}

/** Whether the connection ended before the whole body arrived. */
function isBrokenOff({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

/**
 * Turns off the framework's schema compilers, because route.ts validates inputs and responses
 * against the contract. Otherwise two more compilers would be loaded.
 */
function noSchemas(): never {
  throw new Error('A route names a schema of the framework; this server has none.');
}

/** Makes a function that checks whether a network address is one of these proxies. */
function trustedAmong(proxies: readonly string[]): (address: string) => boolean {
  if (proxies.length === 0) return () => false;
  const isAmong = compile([...proxies]);
  return (address) => isAmong(address, 0);
}

/** Answers a request without a route: a wrong method for a known path, or an unknown path. */
export function answerUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const [path = ''] = request.url.split('?');
  const methods = request.server.methodsAt(path);
  // A known method without a route means that a part of the path is longer than any path allows,
  // such as an endless id.
  const isKnown = methods.length > 0 && !methods.includes(request.method);
  if (!isKnown) return sendRefusal(reply, refuse('not_found'));
  return sendRefusal(reply.header('allow', methods.join(', ')), refuse('method_not_allowed'));
}

function isCode(url: string): boolean {
  return url.startsWith('/assets/') || url === '/theme.js';
}

function headersFor(url: string): Record<string, string> {
  if (isCode(url)) return codeHeaders;
  if (url === '/favicon.svg') return drawingHeaders;
  return url.startsWith('/api') || url.startsWith('/fhir') ? answerHeaders : pageHeaders;
}

class TooManyRequests extends Error {
  readonly statusCode = 429;
}

function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, text, done) => {
      // Some clients send the content type on requests without a body, such as DELETE.
      if (text === '') return done(null, undefined);
      if (depthOf(text) > maxJsonDepth) return done(new TooDeep());
      return parse(request, text, done);
    },
  );
}

class TooDeep extends Error {
  readonly statusCode = 400;
}

/** The nesting depth of a JSON text, measured before parsing it. */
function depthOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (quoted) {
      if (character === '\\') index += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{' || character === '[') {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (character === '}' || character === ']') depth -= 1;
  }
  return deepest;
}

/** The refusal for an exception that a request handler threw; exported for its test. */
export function refusalFor(error: FastifyError): Refusal {
  if (isDatabaseAway(error)) return refuse('unavailable');
  if (isStorageFull(error)) return { ...refuse('storage_full'), retryAfterSeconds: 60 };
  if (isDatabaseBusy(error)) return refuse('overloaded');
  if (collidedOn(error) !== undefined) return refuse('collided');
  switch (error.statusCode) {
    case 400:
      return refuse('invalid_request', 'The request body is not valid JSON.');
    case 403:
    case 404:
      return refuse('not_found');
    case 413:
      return refuse('body_too_large');
    case 415:
      return refuse('unsupported_media_type');
    case 429:
      return refuse('too_many_requests');
    case 503:
      return refuse('overloaded');
    default:
      return isOfTheClient(error) ? refuse('invalid_request') : refuse('internal');
  }
}

/**
 * Whether the framework or a plugin reports the error as a fault of the request rather than of the
 * server.
 */
export function isOfTheClient({ statusCode = 500 }: FastifyError): boolean {
  return statusCode >= 400 && statusCode < 500;
}

/**
 * Limits for the server's connections, before any route: size and time of a request's head, and the
 * number of open connections [SEC-10, KEEP-4]. Also answers connections whose data never becomes a
 * request.
 */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type RefusalCode, refusals } from '@baari/contract/refusals.ts';
import { describeError } from '../log.ts';
import { network } from '../network.rules.ts';

/** The limits; all times in milliseconds. */
export interface ConnectionLimits {
  /** The largest size of the request line and headers together, in bytes. */
  readonly headBytes: number;
  readonly headers: number;
  /**
   * How long the request line and headers may take to arrive, counted from the opening of the
   * connection.
   */
  readonly headWithinMs: number;
  /** How long a JSON body may take to arrive, counted from the moment its headers were read. */
  readonly bodyWithinMs: number;
  /** The time for a whole request to arrive, including a file of 10 MB over a slow connection. */
  readonly requestWithinMs: number;
  /** Keep-alive: how long a connection waits for the next request. */
  readonly keptForMs: number;
  /** How long a connection may be silent while the client does not read a response. */
  readonly silentMs: number;
  /** How often the times of heads and requests are checked. */
  readonly checkEveryMs: number;
  /** How many connections may be open in total. */
  readonly total: number;
  /**
   * How many connections may be open from one network address; undefined means a default below the
   * total.
   */
  readonly perAddress: number | undefined;
}

export const connectionLimits: Omit<ConnectionLimits, 'total' | 'perAddress'> = {
  headBytes: 8192,
  headers: 100,
  headWithinMs: 15_000,
  bodyWithinMs: 30_000,
  requestWithinMs: 120_000,
  keptForMs: 72_000,
  silentMs: 120_000,
  checkEveryMs: 2000,
};

/**
 * File descriptors that clients' connections cannot use. They are reserved for files, database
 * connections and other needs of the server itself.
 */
const keptForOurselves = 128;
/**
 * How many connections beyond the limit may receive a refusal at the same time; any further
 * connections are closed at once.
 */
const mostTurnedAway = 32;
const mostConnections = 20_000;
const mostPerAddress = 1000;

/** How many connections fit below the process's limit of open files, at most as many as configured. */
export function ceilings(
  files: number,
  wished: { readonly total?: number | undefined; readonly perAddress?: number | undefined },
): { readonly total: number; readonly perAddress: number } {
  const room = Math.max(Math.floor(files / 2), files - keptForOurselves);
  const total = Math.min(wished.total ?? mostConnections, room);
  // Clients at a single network address must not block everybody else.
  const perAddress = wished.perAddress ?? Math.min(mostPerAddress, Math.ceil(total / 2));
  return { total, perAddress: Math.min(perAddress, total) };
}

/** The process's limit of open files; infinite if the operating system sets no limit. */
export function openFilesLimit(): number {
  // Without this option the report would take seconds to resolve the host names of the process's
  // connections.
  Object.assign(process.report, { excludeNetwork: true });
  const report: { userLimits?: { open_files?: { soft?: unknown } } } = process.report.getReport();
  const soft = report.userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
}

export interface ConnectionsOptions {
  readonly limits: ConnectionLimits;
  /**
   * Whether the network address is a trusted proxy, which passes on requests of many clients and
   * limits these clients itself.
   */
  readonly isTrusted: (address: string) => boolean;
  /** Receives warnings for the operator. */
  readonly onTrouble: (details: object, message: string) => void;
}

export interface Connections {
  /**
   * Makes an HTTP server with these limits. Connections to all servers of the process count
   * together.
   */
  serve(handler: RequestListener): Server;
  /**
   * Closes connections that have no request in progress, after a short delay. The server's close
   * would otherwise wait for them.
   */
  drain(): void;
}

export function makeConnections(options: ConnectionsOptions): Connections {
  const { limits } = options;
  const open = new Set<Duplex>();
  const turnedAway = new Set<Duplex>();
  const admit = makeAdmission(options, open, turnedAway);

  function serve(handler: RequestListener): Server {
    const server = createServer(
      {
        maxHeaderSize: limits.headBytes,
        headersTimeout: limits.headWithinMs,
        requestTimeout: limits.requestWithinMs,
        keepAliveTimeout: limits.keptForMs,
        connectionsCheckingInterval: limits.checkEveryMs,
        // The Host header is checked below, with a clear refusal. Node's own check would send only
        // a status.
        requireHostHeader: false,
      },
      (request, response) => {
        if (turnedAway.has(request.socket)) sendLastWord(response, 'too_many_connections');
        else if (!namesOneHost(request)) sendLastWord(response, 'invalid_request');
        else handler(request, response);
      },
    );
    // Node silently drops headers beyond this number; one more is allowed so that excess can be refused.
    server.maxHeadersCount = limits.headers + 1;
    server.setTimeout(limits.silentMs);
    server.on('connection', (socket) => admit(socket, socket.remoteAddress));
    server.on('clientError', answerBroken);
    // Any Expect header other than 100-continue is ignored.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    server.on('request', (request, response) => answering.set(request.socket, response));
    // The caller reports a failure to listen. Later errors are logged here, because nobody else
    // would report them.
    server.once('listening', () => {
      server.on('error', (error) => {
        options.onTrouble(
          describeError(error),
          'A connection could not be accepted; its client may try again. If the code is EMFILE or ENFILE, raise the limit of open files (ulimit -n).',
        );
      });
    });
    return server;
  }

  function drain(): void {
    // A closing server no longer checks timeouts, so it would wait for an incomplete request head
    // for ever.
    const timer = setTimeout(
      () => {
        for (const socket of open) if (!isAnswering(socket)) socket.destroy();
      },
      Math.min(limits.headWithinMs, drainMs),
    );
    timer.unref();
  }

  return { serve, drain };
}

/**
 * How long an incomplete request head may still take to arrive when the server closes, in
 * milliseconds.
 */
const drainMs = 2000;

/** The shortest interval between two log lines about refused connections, in milliseconds. */
const logEveryMs = 60_000;
/** The share of the connection limit above which idle keep-alive connections are closed. */
const crowded = 0.9;
const makeRoomEveryMs = 1000;

function makeAdmission(
  { limits, isTrusted, onTrouble }: ConnectionsOptions,
  open: Set<Duplex>,
  turnedAway: Set<Duplex>,
) {
  const openFrom = new Map<string, number>();
  let refused = { total: 0, perAddress: 0 };
  let loggedAt = Number.NEGATIVE_INFINITY;
  let madeRoomAt = Number.NEGATIVE_INFINITY;

  /**
   * Closes idle connections when the number of connections is near the limit. Node's own function
   * for this would also close connections opened a moment ago.
   */
  function makeRoom(): void {
    const now = performance.now();
    if (open.size < limits.total * crowded || now - madeRoomAt < makeRoomEveryMs) return;
    madeRoomAt = now;
    for (const socket of open) {
      if (answering.has(socket) && !isAnswering(socket)) socket.destroy();
    }
  }

  function logRefusals(): void {
    if (performance.now() - loggedAt < logEveryMs) return;
    loggedAt = performance.now();
    onTrouble(
      { open: open.size, refused },
      'Connections are refused because too many are open. Raise MAX_CONNECTIONS or MAX_CONNECTIONS_PER_ADDRESS if these are real visitors.',
    );
    refused = { total: 0, perAddress: 0 };
  }

  function turnAway(socket: Duplex): void {
    if (turnedAway.size >= mostTurnedAway) {
      socket.destroy();
      return;
    }
    turnedAway.add(socket);
    socket.once('close', () => turnedAway.delete(socket));
    setTimeout(() => socket.destroy(), lastWordMs).unref();
  }

  return (socket: Duplex, address: string | undefined): void => {
    const from = address === undefined || isTrusted(address) ? undefined : network(address);
    const others = from === undefined ? 0 : (openFrom.get(from) ?? 0);
    makeRoom();
    const isFull = open.size >= limits.total;
    if (isFull || others >= (limits.perAddress ?? limits.total)) {
      refused[isFull ? 'total' : 'perAddress'] += 1;
      logRefusals();
      turnAway(socket);
      return;
    }
    open.add(socket);
    if (from !== undefined) openFrom.set(from, others + 1);
    socket.once('close', () => {
      open.delete(socket);
      if (from === undefined) return;
      const left = (openFrom.get(from) ?? 1) - 1;
      if (left === 0) openFrom.delete(from);
      else openFrom.set(from, left);
    });
  };
}

/** The response to the last request of each connection whose head arrived completely. */
const answering = new WeakMap<Duplex, ServerResponse>();

/**
 * Whether a request is in progress on the connection, from its head to the last byte of its
 * response.
 */
function isAnswering(socket: Duplex): boolean {
  const answer = answering.get(socket);
  return answer !== undefined && !answer.writableFinished;
}

/** How long a client may take to receive its refusal, in milliseconds. */
const lastWordMs = 1000;

function sendLastWord(response: ServerResponse, code: RefusalCode): void {
  const { status, headers, body } = answerFor(code);
  response.writeHead(status, headers).end(body);
}

/** Whether a request has one Host header, as HTTP/1.1 requires (RFC 9112, 3.2). */
function namesOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  if (httpVersion !== '1.1') return true;
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  return names.filter((name) => name.toLowerCase() === 'host').length === 1;
}

function answerBroken(error: Error & { readonly code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  refuseOn(socket, brokenBy(error.code));
}

function brokenBy(code: string | undefined): RefusalCode {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return 'headers_too_large';
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return 'request_timeout';
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return 'body_too_large';
    default:
      return 'invalid_request';
  }
}

/** Ends a connection with a refusal, unless another response was already begun. */
function refuseOn(socket: Duplex, code: RefusalCode): void {
  const isBegun = isAnswering(socket) && answering.get(socket)?.headersSent === true;
  if (isBegun || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(rawAnswer(code));
  // Closing a connection with unread input would reset it, and the response would be lost.
  socket.resume();
  setTimeout(() => socket.destroy(), lastWordMs).unref();
}

function rawAnswer(code: RefusalCode): string {
  const { status, headers, body } = answerFor(code);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
}

function answerFor(code: RefusalCode) {
  const { status, error } = refusals[code];
  const body = JSON.stringify({ error, details: error, code });
  const headers = {
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(status === 503 ? { 'retry-after': '5' } : {}),
  };
  return { status, headers, body };
}

/** Ends a request whose body did not arrive in time, whether or not it was answered. */
export function limitBody(
  request: IncomingMessage,
  response: ServerResponse,
  withinMs: number,
): void {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined ||
    (request.headers['content-length'] ?? '0') !== '0';
  // A request injected within the process has no network connection.
  if (!hasBody || !(request.socket instanceof Socket)) return;
  const timer = setTimeout(() => {
    if (request.complete) return;
    if (response.headersSent) request.socket.destroy();
    else refuseOn(request.socket, 'request_timeout');
  }, withinMs);
  timer.unref();
  response.once('close', () => {
    if (request.complete) clearTimeout(timer);
  });
}

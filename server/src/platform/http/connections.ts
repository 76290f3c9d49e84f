/**
 * The server's sockets, before any route: size and time limits of a request's head and limits of open
 * connections [SEC-10, KEEP-4]. Answers whatever never becomes a request.
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
  /** The request line and headers together, in bytes. */
  readonly headBytes: number;
  readonly headers: number;
  /** For the request line and headers to arrive, from the opening of the connection. */
  readonly headWithinMs: number;
  /** For a JSON body to arrive, from the moment its headers were read. */
  readonly bodyWithinMs: number;
  /** For a whole request to arrive, including a file of 10 MB over a slow connection. */
  readonly requestWithinMs: number;
  /** Keep-alive: how long a connection waits for the next request. */
  readonly keptForMs: number;
  /** How long a connection may be silent while an answer is not being read. */
  readonly silentMs: number;
  /** How often the times of heads and requests are checked. */
  readonly checkEveryMs: number;
  /** How many connections may be open in total. */
  readonly total: number;
  /**
   * How many connections may be open from one address; undefined means a default below the total.
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

/** File descriptors reserved for files, database connections and everything except visitors. */
const keptForOurselves = 128;
/** Beyond the limit, this many connections at once still get a refusal; others are closed. */
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
  // One address alone must not block everybody else.
  const perAddress = wished.perAddress ?? Math.min(mostPerAddress, Math.ceil(total / 2));
  return { total, perAddress: Math.min(perAddress, total) };
}

/** The process's limit of open files; infinite if the system sets none. */
export function openFilesLimit(): number {
  // Resolving the names of its connections would take seconds.
  Object.assign(process.report, { excludeNetwork: true });
  const report: { userLimits?: { open_files?: { soft?: unknown } } } = process.report.getReport();
  const soft = report.userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
}

export interface ConnectionsOptions {
  readonly limits: ConnectionLimits;
  /** Whether the address is a trusted proxy, which carries many clients and limits them itself. */
  readonly isTrusted: (address: string) => boolean;
  /** Receives warnings for the operator. */
  readonly onTrouble: (details: object, message: string) => void;
}

export interface Connections {
  /** Makes a server with these limits; all servers of the process count together. */
  serve(handler: RequestListener): Server;
  /** Closes connections without a request in progress after a moment, because closing waits for all. */
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
        // Checked below with a clear answer; the server itself would send only a status.
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
    // A failure to listen is reported by the caller; a later one would reach nobody else.
    server.once('listening', () => {
      server.on('error', (error) => {
        options.onTrouble(
          describeError(error),
          'A connection could not be accepted; its client may try again.',
        );
      });
    });
    return server;
  }

  function drain(): void {
    // A closing server no longer checks timeouts, so an incomplete head would be awaited for ever.
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

/** How long an incomplete head may still take when the server closes. */
const drainMs = 2000;

/** Refusals are logged at most this often. */
const logEveryMs = 60_000;
/** Above this share of the limit, idle keep-alive connections are closed. */
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
   * Closes idle connections when the limit is near. The server's own sweep would also close connections opened a moment
   * ago.
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

/** The last request of a connection with a complete head. */
const answering = new WeakMap<Duplex, ServerResponse>();

/** Whether a request is in progress, from its head to the last byte of its answer. */
function isAnswering(socket: Duplex): boolean {
  const answer = answering.get(socket);
  return answer !== undefined && !answer.writableFinished;
}

/** How long a client may take to receive its refusal. */
const lastWordMs = 1000;

function sendLastWord(response: ServerResponse, code: RefusalCode): void {
  const { status, headers, body } = answerFor(code);
  response.writeHead(status, headers).end(body);
}

/** HTTP/1.1 requires exactly one Host header (RFC 9112, 3.2). */
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

/** Ends a connection with a refusal, unless another answer was already begun. */
function refuseOn(socket: Duplex, code: RefusalCode): void {
  const isBegun = isAnswering(socket) && answering.get(socket)?.headersSent === true;
  if (isBegun || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(rawAnswer(code));
  // Closing with unread input would reset the connection and lose the answer.
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
  // An injected call within the process has no connection.
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

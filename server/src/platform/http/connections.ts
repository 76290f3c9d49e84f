/**
 * The server's sockets, before any route: how much a request's head may hold, how long it may take to
 * arrive, how many may be open at once [SEC-10, KEEP-4]. What never becomes a request is answered here.
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

/** Times are milliseconds. */
export interface ConnectionLimits {
  /** Of a request's first line and headers together, bytes. */
  readonly headBytes: number;
  readonly headers: number;
  /** For the first line and the headers, from the moment the connection is open. */
  readonly headWithinMs: number;
  /** For a body of JSON, from the moment its headers were read. */
  readonly bodyWithinMs: number;
  /** For a whole request, a file of 10 MB over a slow line included. */
  readonly requestWithinMs: number;
  /** How long a connection is kept open for the next request. */
  readonly keptForMs: number;
  /** How long a connection may be silent in the middle of an answer that is not being read. */
  readonly silentMs: number;
  /** How often the times of heads and requests are looked at. */
  readonly checkEveryMs: number;
  /** Open at once, whoever opened them. */
  readonly total: number;
  /** Open at once from one address; undefined: as many as there may be. */
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

/** Files, the database's connections and what else a process opens beside its visitors. */
const keptForOurselves = 128;
/** Beyond the ceiling, so many at once may still ask and be told why not; others are just cut. */
const mostTurnedAway = 32;
const mostConnections = 20_000;
const mostPerAddress = 1000;

/** How many connections fit below the files that this process may open, at most as many as wished. */
export function ceilings(
  files: number,
  wished: { readonly total?: number | undefined; readonly perAddress?: number | undefined },
): { readonly total: number; readonly perAddress: number } {
  const room = Math.max(Math.floor(files / 2), files - keptForOurselves);
  const total = Math.min(wished.total ?? mostConnections, room);
  // One address alone must not be able to shut everyone else out.
  const perAddress = wished.perAddress ?? Math.min(mostPerAddress, Math.ceil(total / 2));
  return { total, perAddress: Math.min(perAddress, total) };
}

/** How many files this process may open, as the system says; infinite where it sets no limit. */
export function openFilesLimit(): number {
  // Looking its connections' names up would take seconds.
  Object.assign(process.report, { excludeNetwork: true });
  const report: { userLimits?: { open_files?: { soft?: unknown } } } = process.report.getReport();
  const soft = report.userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : Number.POSITIVE_INFINITY;
}

export interface ConnectionsOptions {
  readonly limits: ConnectionLimits;
  /** Whether an address is a proxy of ours: it speaks for many, whom it limits itself. */
  readonly isTrusted: (address: string) => boolean;
  /** Hears what an operator should know. */
  readonly onTrouble: (details: object, message: string) => void;
}

export interface Connections {
  /** Makes a server that keeps the limits; those of several addresses count together. */
  serve(handler: RequestListener): Server;
  /** Ends, after a moment, the connections on which no request is under way: closing waits for all. */
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
        // Refused below, in words: the server itself would say nothing but the status.
        requireHostHeader: false,
      },
      (request, response) => {
        if (turnedAway.has(request.socket)) sendLastWord(response, 'too_many_connections');
        else if (!namesOneHost(request)) sendLastWord(response, 'invalid_request');
        else handler(request, response);
      },
    );
    // Beyond this they are dropped unseen: one too many must still be seen to be refused.
    server.maxHeadersCount = limits.headers + 1;
    server.setTimeout(limits.silentMs);
    server.on('connection', (socket) => admit(socket, socket.remoteAddress));
    server.on('clientError', answerBroken);
    // Whatever else a client expects than to be told to go on, it is answered as if it had not said so.
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    server.on('request', (request, response) => answering.set(request.socket, response));
    // While it starts to listen a failure is its starter's to tell; later nobody else would hear of it.
    server.once('listening', () => {
      server.on('error', (error) => {
        options.onTrouble(
          describeError(error),
          'A connection could not be taken; its client may try again.',
        );
      });
    });
    return server;
  }

  function drain(): void {
    // The server looks at no times any more once it closes: half a head would be waited for without end.
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

/** How long a head that is on its way when the server closes may still take to arrive. */
const drainMs = 2000;

/** Told at most so often, however many are refused. */
const tellEveryMs = 60_000;
/** From this share of all on, connections that only wait for a next request are given up. */
const crowded = 0.9;
const makeRoomEveryMs = 1000;

function makeAdmission(
  { limits, isTrusted, onTrouble }: ConnectionsOptions,
  open: Set<Duplex>,
  turnedAway: Set<Duplex>,
) {
  const openFrom = new Map<string, number>();
  let refused = { total: 0, perAddress: 0 };
  let toldAt = Number.NEGATIVE_INFINITY;
  let madeRoomAt = Number.NEGATIVE_INFINITY;

  /** The server's own sweep would also end those that were opened a moment ago and say nothing yet. */
  function makeRoom(): void {
    const now = performance.now();
    if (open.size < limits.total * crowded || now - madeRoomAt < makeRoomEveryMs) return;
    madeRoomAt = now;
    for (const socket of open) {
      if (answering.has(socket) && !isAnswering(socket)) socket.destroy();
    }
  }

  function tell(): void {
    if (performance.now() - toldAt < tellEveryMs) return;
    toldAt = performance.now();
    onTrouble(
      { open: open.size, refused },
      'Connections are refused: too many are open. MAX_CONNECTIONS and MAX_CONNECTIONS_PER_ADDRESS say how many may be.',
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
      tell();
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

/** The last request of a connection that had a whole head. */
const answering = new WeakMap<Duplex, ServerResponse>();

/** Whether a request is under way on it, from its head to the last byte of its answer. */
function isAnswering(socket: Duplex): boolean {
  const answer = answering.get(socket);
  return answer !== undefined && !answer.writableFinished;
}

/** How long a client may take to hear why it is refused. */
const lastWordMs = 1000;

function sendLastWord(response: ServerResponse, code: RefusalCode): void {
  const { status, headers, body } = answerFor(code);
  response.writeHead(status, headers).end(body);
}

/** In HTTP/1.1 a request names the host that it is for, once (RFC 9112, 3.2). */
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

/** Ends a connection with a refusal, unless another answer was begun on it. */
function refuseOn(socket: Duplex, code: RefusalCode): void {
  const isBegun = isAnswering(socket) && answering.get(socket)?.headersSent === true;
  if (isBegun || !socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(rawAnswer(code));
  // Closing on what is still unread would take the answer back.
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

/** Ends a request whose body has not arrived in time, be it answered already or not. */
export function limitBody(
  request: IncomingMessage,
  response: ServerResponse,
  withinMs: number,
): void {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined ||
    (request.headers['content-length'] ?? '0') !== '0';
  // A call from within the process has no connection.
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

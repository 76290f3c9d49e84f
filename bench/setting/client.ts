/** An HTTP client with keep-alive connections that sends the headers of a browser page. */
import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { requestPlace } from '@baari/contract/queue/queue.ts';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** An answer over HTTP. */
export interface HttpAnswer extends Answer {
  /** How long the call waited for a free connection of this client, in milliseconds. */
  readonly connectionMs: number;
  /** A header of the answer, by its lower-case name. */
  readonly header: (name: string) => string | undefined;
}

export interface Client {
  /** `path` is below /api; each write carries its own Idempotency-Key. */
  readonly call: (
    method: string,
    path: string,
    token?: string,
    body?: object,
  ) => Promise<HttpAnswer>;
  readonly close: () => void;
}

export function openClient(port: number, connections: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    call: (method, path, token, body) =>
      new Promise((answered, failed) => {
        const text = body === undefined ? undefined : JSON.stringify(body);
        const headers = headersOf(method, token, text);
        const start = performance.now();
        let connectionMs = 0;
        send();

        function send(): void {
          const asked = request(
            { agent, host: '127.0.0.1', port, method, path: `/api${path}`, headers },
            hear,
          );
          asked.once('socket', () => {
            connectionMs = performance.now() - start;
          });
          asked.on('error', (failure: NodeJS.ErrnoException) => {
            // The server closed an idle connection at the moment of the call; a browser sends it again too.
            if (asked.reusedSocket && failure.code === 'ECONNRESET') send();
            else failed(failure);
          });
          asked.end(text);
        }

        function hear(response: IncomingMessage): void {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', failed);
          response.on('end', () =>
            answered({
              status: response.statusCode ?? 0,
              body: Buffer.concat(chunks).toString(),
              connectionMs,
              header: (name) => response.headers[name]?.toString(),
            }),
          );
        }
      }),
    close: () => agent.destroy(),
  };
}

/** The headers that a page sends with a call. */
export function headersOf(
  method: string,
  token: string | undefined,
  text: string | undefined,
): Record<string, string> {
  return {
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(text === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
    ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID() }),
  };
}

/** The answer, which must have this status: measuring failures is useless. */
export function expectStatus(answer: Answer, status: number): Answer {
  if (answer.status !== status)
    throw new Error(`${answer.status} instead of ${status}: ${answer.body}`);
  return answer;
}

/** The id of the entry in the answer to a join. */
export function entryIn(body: string): string {
  return requestPlace.reply.parse(JSON.parse(body)).queue.id;
}

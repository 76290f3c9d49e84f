/**
 * An HTTP client with keep-alive connections that sends the same headers as a page in a browser.
 */
import { randomUUID } from 'node:crypto';
import { Agent, type IncomingMessage, request } from 'node:http';
import { requestPlace } from '@baari/contract/queue/queue.ts';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

/** A response over HTTP. */
export interface HttpAnswer extends Answer {
  /** How long the request waited for a free connection of this HTTP client, in milliseconds. */
  readonly connectionMs: number;
  /** Returns a header of the response, by its lower-case name. */
  readonly header: (name: string) => string | undefined;
}

export interface Client {
  /**
   * Sends an HTTP request. `path` is below /api; each writing request has its own Idempotency-Key.
   */
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
            // The server closed an idle connection at the moment of the request. A browser also
            // sends the request again in this case.
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

/** The headers that the web page sends with an API request. */
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

/**
 * Returns the response if it has this status. Otherwise throws an error, because measuring failed
 * requests is useless.
 */
export function expectStatus(answer: Answer, status: number): Answer {
  if (answer.status !== status)
    throw new Error(`${answer.status} instead of ${status}: ${answer.body}`);
  return answer;
}

/** The id of the queue entry in the response to a patient's request for a place in the queue. */
export function entryIn(body: string): string {
  return requestPlace.reply.parse(JSON.parse(body)).queue.id;
}

/**
 * A process that holds many open streams and notes when each of them receives something. It reads
 * plain sockets, because an HTTP client would cost more processor time than the measured server.
 */
import { createConnection, type Socket } from 'node:net';
import { microseconds, type ReaderNews, type ReaderOrder, type StreamRequest } from './messages.ts';

const openAtOnce = 50;
const openMayTakeMs = 20_000;
const receiptsMayTakeMs = 10_000;

const sockets: Socket[] = [];
let expected:
  | { text: string; receipts: number; times: number[]; timer: NodeJS.Timeout }
  | undefined;

process.on('message', (order: ReaderOrder) => {
  if (order.kind === 'open') void openAll(order.port, order.streams);
  else expect(order.text, order.receipts);
});
process.once('disconnect', () => {
  for (const socket of sockets) socket.destroy();
});

function report(news: ReaderNews): void {
  process.send?.(news);
}

async function openAll(port: number, streams: readonly StreamRequest[]): Promise<void> {
  let opened = 0;
  let next = 0;
  let failure: string | undefined;
  async function work(): Promise<void> {
    while (failure === undefined) {
      const stream = streams[next];
      next += 1;
      if (stream === undefined) return;
      try {
        await open(port, stream);
        opened += 1;
      } catch (error) {
        failure = error instanceof Error ? error.message : String(error);
      }
    }
  }
  await Promise.all(Array.from({ length: openAtOnce }, work));
  report({ kind: 'opened', opened, failure });
}

function open(port: number, { path, token }: StreamRequest): Promise<void> {
  return new Promise((opened, failed) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    const timer = setTimeout(() => failed(new Error('A stream did not open.')), openMayTakeMs);
    let head: string | undefined = '';
    socket.on('error', failed);
    socket.on('close', () => failed(new Error('A stream was closed.')));
    socket.on('data', (chunk) => {
      if (head === undefined) {
        receive(chunk);
        return;
      }
      head += chunk.toString();
      if (!head.includes('"connected"')) return;
      head = undefined;
      clearTimeout(timer);
      sockets.push(socket);
      opened();
    });
    const lines = [
      `GET ${path} HTTP/1.1`,
      'host: localhost',
      'accept: text/event-stream',
      ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  });
}

function expect(text: string, receipts: number): void {
  const timer = setTimeout(() => finish(''), receiptsMayTakeMs);
  expected = { text, receipts, times: [], timer };
  report({ kind: 'expecting' });
}

function receive(chunk: Buffer | string): void {
  if (expected?.text === undefined || !chunk.includes(expected.text)) return;
  expected.times.push(microseconds());
  if (expected.times.length === expected.receipts) finish(chunk.toString());
}

function finish(sample: string): void {
  if (expected === undefined) return;
  const { times, timer } = expected;
  clearTimeout(timer);
  expected = undefined;
  report({ kind: 'received', times, sample });
}

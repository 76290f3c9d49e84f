/**
 * The reference server for live streams: `node:http` and a set of responses for each topic. It
 * writes each text from its parent process to every stream of the topic.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { Publication } from './messages.ts';

const topics = new Map<string, Set<ServerResponse>>();

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  subscribe(searchParams.get('topic') ?? '', response);
});

server.listen(Number(process.argv[2]), '127.0.0.1', () => process.send?.('listening'));
process.once('SIGTERM', () => process.exit());
process.on('message', (message: Publication | 'memory') => {
  if (message === 'memory') return;
  for (const stream of topics.get(message.topic) ?? []) stream.write(message.frames);
});

function subscribe(topic: string, response: ServerResponse): void {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
  });
  response.write(`retry: 3000\ndata: {"type":"connected","data":{}}\n\n`);
  const streams = topics.get(topic) ?? new Set();
  topics.set(topic, streams.add(response));
  response.on('close', () => streams.delete(response));
}

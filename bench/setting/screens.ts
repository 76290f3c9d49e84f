/** Opens staff screens: each has a live stream and reads the events that it receives. */
import { get, type IncomingMessage } from 'node:http';
import { streamPath } from '@baari/contract/events.ts';
import type { Person } from './people.ts';

export interface Screens {
  /** Waits until each screen has received an event of this type after `heard` was called. */
  readonly heard: (type: string) => Promise<void>;
  readonly close: () => void;
}

const mayTakeMs = 20_000;

export async function openScreens(port: number, people: readonly Person[]): Promise<Screens> {
  const answers = await Promise.all(people.map((person) => openStream(port, person)));
  return {
    async heard(type) {
      await Promise.all(answers.map((answer) => nextFrame(answer, `"type":"${type}"`)));
    },
    close() {
      for (const answer of answers) answer.destroy();
    },
  };
}

async function openStream(port: number, { token }: Person): Promise<IncomingMessage> {
  const answer = await new Promise<IncomingMessage>((opened, failed) => {
    const asked = get({
      agent: false,
      host: '127.0.0.1',
      port,
      path: `/api${streamPath}`,
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}` },
    });
    asked.once('response', opened);
    asked.once('error', failed);
  });
  answer.setEncoding('utf8');
  // A stream reports an error when the benchmark closes it; the error is ignored.
  answer.on('error', () => undefined);
  await nextFrame(answer, '"connected"');
  return answer;
}

function nextFrame(answer: IncomingMessage, sought: string): Promise<void> {
  return new Promise((heard, failed) => {
    let text = '';
    const timer = setTimeout(() => failed(new Error(`No frame with ${sought} came.`)), mayTakeMs);
    function hear(chunk: string): void {
      text += chunk;
      const at = text.indexOf(sought);
      if (at === -1 || text.indexOf('\n\n', at) === -1) return;
      clearTimeout(timer);
      answer.off('data', hear);
      // Keeps reading the stream, also while no caller waits for an event.
      answer.resume();
      heard();
    }
    answer.on('data', hear);
  });
}

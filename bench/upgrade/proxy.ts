/**
 * Runs HAProxy in front of two servers, as in an installation. HAProxy checks the servers' health,
 * and stops sending requests to a server before it is stopped.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stopProcess } from '../setting/stage.ts';

export interface Proxy {
  /** Drains a server: the proxy sends no new requests to the server any more. */
  readonly drain: (server: 'former' | 'next') => Promise<void>;
  /** Waits until the proxy's health checks report that a server is ready. */
  readonly untilUp: (server: 'former' | 'next') => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface ProxyOptions {
  readonly folder: string;
  readonly port: number;
  readonly former: number;
  readonly next: number;
}

const configuration = ({ folder, port, former, next }: ProxyOptions): string => `
global
  stats socket ${join(folder, 'proxy.sock')} level admin
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 5s
  option redispatch
  retries 3
frontend site
  bind 127.0.0.1:${port}
  default_backend app
backend app
  option httpchk GET /api/ready
  http-check expect status 200
  default-server check inter 500ms fall 3 rise 1
  server former 127.0.0.1:${former}
  server next 127.0.0.1:${next}
`;

export async function openProxy(options: ProxyOptions): Promise<Proxy> {
  const file = join(options.folder, 'haproxy.cfg');
  const socket = join(options.folder, 'proxy.sock');
  writeFileSync(file, configuration(options));
  const child = spawn('haproxy', ['-q', '-db', '-f', file], { stdio: 'ignore' });
  const ask = async (command: string): Promise<string> => {
    const stream = connect(socket);
    stream.end(`${command}\n`);
    let answer = '';
    for await (const chunk of stream) answer += String(chunk);
    return answer;
  };
  const untilUp: Proxy['untilUp'] = async (server) => {
    for (;;) {
      if (child.exitCode !== null) throw new Error('HAProxy has ended.');
      const lines = await ask('show servers state app').catch(() => '');
      // Columns: backend id and name, server id, name, address, operational state (2: running).
      const found = lines.split('\n').find((line) => line.split(' ')[3] === server);
      if (found?.split(' ')[5] === '2') return;
      await sleep(50);
    }
  };
  return {
    untilUp,
    drain: async (server) => {
      await ask(`set server app/${server} state drain`);
    },
    close: async () => {
      if (child.exitCode !== null) return;
      await stopProcess(child);
    },
  };
}

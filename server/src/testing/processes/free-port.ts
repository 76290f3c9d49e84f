/** Ports for servers that a test starts as processes of their own. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that Linux gives to outgoing connections and to servers that name no port. */
const first = 12_000;
const count = 20_000;

/**
 * A free TCP port of the loopback address. No other caller gets the port before this process ends,
 * because the process keeps the UDP port of the same number.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + Math.floor(Math.random() * count);
    if ((await canClaim(port)) && (await isFree(port))) return port;
  }
}

async function canClaim(port: number): Promise<boolean> {
  const claim = createSocket('udp4').bind({ port, address: '127.0.0.1', exclusive: true });
  try {
    await once(claim, 'listening');
  } catch {
    return false; // Another process has the port.
  }
  claim.unref();
  return true;
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  try {
    await once(probe, 'listening');
  } catch {
    return false; // Another program listens on the port.
  }
  probe.close();
  await once(probe, 'close');
  return true;
}

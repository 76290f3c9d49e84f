/** Tests that a receiver in another language checks the signatures, without Baari's library. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { get, makeTestApp } from '../../../testing/test-app.ts';
import { makePerson, makeTown } from '../../../testing/test-people.ts';
import { makeTestFolder } from '../../../testing/test-postgres.ts';
import {
  makeWebhook,
  receiverSettings,
  until,
} from '../../../testing/stand-ins/webhook-receiver.ts';

/** Prints its port, then for each delivery whether the signature is right, and the event's type. */
const program = `
import base64, hashlib, hmac, json, sys, time
from http.server import BaseHTTPRequestHandler, HTTPServer
class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers['content-length']))
        secret = open(sys.argv[1]).read().strip()
        key = base64.b64decode(secret[len('whsec_'):])
        stamp = self.headers['webhook-timestamp']
        content = (self.headers['webhook-id'] + '.' + stamp + '.').encode() + body
        expected = base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()
        given = [each[3:] for each in self.headers['webhook-signature'].split() if each.startswith('v1,')]
        fresh = abs(time.time() - int(stamp)) < 300
        fine = fresh and any(hmac.compare_digest(each, expected) for each in given)
        print('right' if fine else 'wrong', json.loads(body)['type'], flush=True)
        self.send_response(204 if fine else 400)
        self.end_headers()
    def log_message(self, *args):
        pass
server = HTTPServer(('127.0.0.1', 0), Receiver)
print(server.server_port, flush=True)
server.serve_forever()
`;

test('a receiver written in Python checks the signature of each event by the specification alone [API-30] @long', async () => {
  const app = await makeTestApp({ isListening: true, settings: receiverSettings });
  const folder = makeTestFolder();
  const secretFile = join(folder, 'secret');
  await writeFile(secretFile, 'whsec_AAAA');
  const file = join(folder, 'receiver.py');
  await writeFile(file, program);
  const child = spawn('python3', [file, secretFile]);
  try {
    let printed = '';
    child.stdout.on('data', (part: Buffer) => {
      printed += part.toString();
    });
    await once(child.stdout, 'data');
    const town = await makeTown(app);
    const url = `http://127.0.0.1:${printed.trim()}/`;
    const { id, secret } = await makeWebhook(app, town.admin, url);
    const wrong = await get(app, town.admin, 'testWebhook', { id });
    assert.equal(wrong.attempt.status, 400, 'it has another secret');
    await writeFile(secretFile, secret);
    const { queue } = await get(app, await makePerson(app), 'requestPlace', {
      body: { doctorId: town.doctorId },
    });
    await get(app, town.admin, 'approveRequest', { id: queue.id });
    await until(() => printed.split('\n').length > 4, 'two events');
    assert.deepEqual(printed.trim().split('\n').slice(1), [
      'wrong ping',
      'right place.requested',
      'right place.approved',
    ]);
  } finally {
    child.kill('SIGKILL');
    await app.close();
  }
});

/**
 * Tests the deployment files in deploy/: how they differ from a plain start of the server, and
 * whether the container image builds and runs.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from './config.ts';
import {
  buildImage,
  imageIsMissing,
  openPodman,
  removeImage,
} from './testing/stand-ins/container-image.ts';
import { freePort } from './testing/processes/free-port.ts';

function deployFile(name: string): string {
  return readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');
}

test('a server started without deployment files shows every hospital, and the deployment files show only confirmed hospitals by default [SEC-20]', () => {
  assert.equal(readConfig({}).hospitals, 'all');
  assert.match(deployFile('compose.yaml'), /^ +HOSPITALS: \$\{HOSPITALS:-confirmed\}$/mu);
  assert.match(deployFile('Dockerfile'), /^ENV .*\bHOSPITALS=confirmed\b/mu);
});

test('the servers in the compose file know neither the superuser’s nor the owner’s password [SEC-19]', () => {
  const [, settings = ''] =
    /\n {2}environment: &settings\n((?: {4}.*\n)+)/u.exec(deployFile('compose.yaml')) ?? [];
  assert.match(settings, /DATABASE_URL: postgresql:\/\/baari_app:/u);
  assert.doesNotMatch(settings, /POSTGRES_PASSWORD|OWNER_PASSWORD|DATABASE_(?:OWNER|ADMIN)_URL/u);
});

/** The most bytes that the image may add to its base image; build-only packages would exceed it. */
const mostBytes = 300_000_000;
const imageMs = 900_000;

test('the container image builds, runs without privileges on a read-only disk, reports its health and stops gracefully [SEC-20] @long', {
  skip: imageIsMissing(),
  timeout: imageMs,
}, async () => {
  const name = `baari-test-${process.pid}`;
  const port = await freePort();
  const podman = await openPodman();
  try {
    await buildImage(name);
    const size = async (image: string) =>
      Number(await podman.run('image', 'inspect', '--format={{.Size}}', image));
    const added = (await size(name)) - (await size(`${name}-base`));
    assert.ok(added < mostBytes, `${Math.round(added / 1e6)} MB`);
    // The test sandbox requires these limits for files and processes. The test runs the health
    // check itself, so podman does not.
    const settings =
      '--network=host --cgroups=disabled --ulimit=nofile=1024:1024 --ulimit=nproc=1000:1000 --health-interval=disable --read-only --tmpfs=/tmp --cap-drop=all --security-opt=no-new-privileges --env=HOST=127.0.0.1 --env=DEMO=0';
    const own = [`--name=${name}`, `--volume=${name}:/data`, `--env=PORT=${port}`];
    await podman.run('run', '--detach', ...settings.split(' '), ...own, name);
    const origin = `http://127.0.0.1:${port}`;
    await until(() => isReady(origin));
    assert.match(await (await fetch(origin)).text(), /<h1/u);
    const inside = (command: string) => podman.run('exec', name, 'sh', '-c', command);
    assert.equal(await inside('id -u'), '1000');
    const status = await inside('cat /proc/1/status');
    assert.match(status, /^CapEff:\s+0+$/mu);
    assert.match(status, /^NoNewPrivs:\s+1$/mu);
    await assert.rejects(inside('touch /baari/written'), /Read-only file system/u);
    await podman.run('healthcheck', 'run', name);

    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    socket.write(
      'POST /api/contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{',
    );
    await until(() => isReady(origin));
    const stopped = podman.run('stop', '--time=30', name);
    await until(async () => !(await isReady(origin)));
    socket.write('}');
    await once(socket, 'close');
    await stopped;
    assert.match(answer, /^HTTP\/1\.1 4\d\d /u);
    assert.equal(await podman.run('inspect', '--format={{.State.ExitCode}}', name), '0');
  } finally {
    await podman.run('rm', '--force', '--volumes', '--ignore', name).catch(() => undefined);
    await podman.run('volume', 'rm', '--force', name).catch(() => undefined);
    await removeImage(name);
    podman.close();
  }
});

/** Checks a condition repeatedly until it holds, for two minutes at most. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 120_000; !(await isSo()); await sleep(200)) {
    assert.ok(Date.now() < end, 'waited two minutes');
  }
}

/** Whether the server answers as ready; false also if the connection fails. */
async function isReady(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/api/ready`)).ok;
  } catch {
    return false;
  }
}

test('the compose file repeats the database migration after a short loss of the database connection', () => {
  const [, service = ''] =
    /\n {2}migrate:\n((?: {4,}.*\n)+)/u.exec(deployFile('compose.yaml')) ?? [];
  assert.match(service, /^ {4}restart: on-failure$/mu);
});

/**
 * Tests the installation of packages: with stalled downloads, without a network, and with a Node
 * release that cannot run.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findLockFaults, isForMachine, readPackages } from './checks/locked-packages.mjs';
import { pinnedNodePackage, root } from './project.mjs';

interface Made {
  readonly name: string;
  readonly tarball: Buffer;
  readonly integrity: string;
  readonly bin?: Readonly<Record<string, string>>;
}

const requiredPackage = 'required';
const nodeThatRuns = '#!/bin/sh\necho v26.10.0\n';
const nodeWithoutLibatomic =
  '#!/bin/sh\necho "node: error while loading shared libraries: libatomic.so.1: cannot open shared object file" >&2\nexit 127\n';

const nodePackage = pinnedNodePackage ?? '';

describe('installing the packages', { skip: nodePackage === '' && 'no package of Node' }, () => {
  let folder = '';
  let checkouts = 0;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'baari-install-'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  function make(name: string, files: Readonly<Record<string, string>>): Made {
    const place = join(folder, `packed-${name}-${checkouts}`);
    const bin = 'bin/node' in files ? { bin: { node: 'bin/node' } } : {};
    const described = { name, version: '1.0.0', ...bin };
    const all = { ...files, 'package.json': JSON.stringify(described) };
    for (const [path, text] of Object.entries(all)) {
      mkdirSync(dirname(join(place, 'package', path)), { recursive: true });
      writeFileSync(join(place, 'package', path), text, { mode: 0o755 });
    }
    const { stdout } = spawnSync('tar', ['czf', '-', 'package'], { cwd: place });
    const integrity = `sha512-${createHash('sha512').update(stdout).digest('base64')}`;
    return { name, tarball: stdout, integrity, ...bin };
  }

  /** A checkout that needs these packages, with its own npm cache. */
  function makeCheckout(packages: readonly Made[], registry: string): string {
    checkouts += 1;
    const checkout = join(folder, `checkout-${checkouts}`);
    for (const name of ['install', 'project', 'checks/locked-packages']) {
      cpSync(join(root, `scripts/${name}.mjs`), join(checkout, `scripts/${name}.mjs`));
    }
    const wanted = Object.fromEntries(packages.map(({ name }) => [name, '1.0.0']));
    const isRequired = (name: string) => name === requiredPackage;
    const own = {
      name: 'fake',
      version: '1.0.0',
      dependencies: Object.fromEntries(Object.entries(wanted).filter(([name]) => isRequired(name))),
      optionalDependencies: Object.fromEntries(
        Object.entries(wanted).filter(([name]) => !isRequired(name)),
      ),
    };
    const locked = packages.map(({ name, integrity, bin }): [string, object] => [
      `node_modules/${name}`,
      {
        version: '1.0.0',
        integrity,
        ...(!isRequired(name) && { optional: true, os: [process.platform] }),
        ...(bin && { bin }),
      },
    ]);
    const lock = {
      name: 'fake',
      version: '1.0.0',
      lockfileVersion: 3,
      requires: true,
      packages: { '': own, ...Object.fromEntries(locked) },
    };
    writeFileSync(join(checkout, 'package.json'), JSON.stringify(own));
    writeFileSync(join(checkout, 'package-lock.json'), JSON.stringify(lock));
    writeFileSync(
      join(checkout, '.npmrc'),
      `registry=${registry}\ncache=${join(checkout, 'cache')}\nomit-lockfile-registry-resolved=true\naudit=false\nfund=false\nupdate-notifier=false\n`,
    );
    return checkout;
  }

  async function install(checkout: string): Promise<{ code: number | null; said: string }> {
    const child = spawn(process.execPath, [join(checkout, 'scripts/install.mjs')], {
      cwd: checkout,
      env: {
        PATH: process.env['PATH'],
        HOME: checkout,
        npm_config_fetch_timeout: '1000',
        npm_config_fetch_retries: '0',
      },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    }
    await once(child, 'close');
    return { code: child.exitCode, said };
  }

  /** Serves a package registry. `answer` may replace the response to the download of a package. */
  async function serve(
    packages: readonly Made[],
    answer: (name: string, response: ServerResponse, made: Made) => boolean,
  ): Promise<{ address: string; downloads: string[]; close: () => void }> {
    const downloads: string[] = [];
    const server = createServer((request, response) => {
      const path = request.url ?? '';
      const made = packages.find(({ name }) => path.split('/')[1] === name);
      if (made === undefined) {
        response.writeHead(404).end();
        return;
      }
      if (path.endsWith('.tgz')) {
        downloads.push(made.name);
        if (!answer(made.name, response, made)) response.end(made.tarball);
        return;
      }
      const { name, integrity, bin } = made;
      const tarball = `${address}/${name}/-/${name}-1.0.0.tgz`;
      const version = { name, version: '1.0.0', dist: { tarball, integrity }, ...(bin && { bin }) };
      response.writeHead(200, { 'content-type': 'application/json' }).end(
        JSON.stringify({
          name,
          'dist-tags': { latest: '1.0.0' },
          versions: { '1.0.0': version },
        }),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const bound = server.address();
    if (bound === null || typeof bound === 'string') throw new Error('The registry has no port.');
    const address = `http://127.0.0.1:${bound.port}`;
    function close(): void {
      server.close();
      server.closeAllConnections();
    }
    return { address, downloads, close };
  }

  it('the installation reports a stalled download, tries it again, and keeps completed downloads', async () => {
    const packages = [
      make(nodePackage, { 'bin/node': nodeThatRuns }),
      make(requiredPackage, { 'index.js': '' }),
    ];
    let stalls = 2;
    const registry = await serve(packages, (name, response, { tarball }) => {
      if (name !== requiredPackage || stalls === 0) return false;
      stalls -= 1;
      response.writeHead(200, { 'content-length': String(tarball.length) });
      response.write(tarball.subarray(0, 20));
      return true;
    });
    try {
      const { code, said } = await install(makeCheckout(packages, registry.address));
      assert.equal(code, 0, said);
      assert.match(
        said,
        /A download stalled or broke off \(\w+\)\. Trying again \(2 of 5\); what was downloaded is kept\./u,
      );
      assert.match(said, /Trying again \(3 of 5\)/u);
      assert.match(said, /Installed in/u);
      const ofNode = registry.downloads.filter((name) => name === nodePackage);
      assert.equal(ofNode.length, 1, 'downloaded once');
    } finally {
      registry.close();
    }
  });

  it('the installation fails at once with a clear message when the package registry is unreachable', async () => {
    const packages = [
      make(nodePackage, { 'bin/node': nodeThatRuns }),
      make(requiredPackage, { 'index.js': '' }),
    ];
    const registry = await serve(packages, () => false);
    registry.close();
    const { code, said } = await install(makeCheckout(packages, registry.address));
    assert.equal(code, 1);
    assert.match(said, /^The package registry cannot be reached \(ECONNREFUSED\)\./mu);
    assert.doesNotMatch(said, /Trying again|npm error/u);
  });

  it('the installation names a package that npm skipped without a message although this kind of computer needs the package', async () => {
    const packages = [
      make(nodePackage, { 'bin/node': nodeThatRuns }),
      make('never-comes', { 'index.js': '' }),
    ];
    const registry = await serve(packages, (name, response) => {
      if (name !== 'never-comes') return false;
      response.writeHead(404).end();
      return true;
    });
    try {
      const { code, said } = await install(makeCheckout(packages, registry.address));
      assert.equal(code, 1);
      assert.match(said, /npm could not install node_modules\/never-comes/u);
    } finally {
      registry.close();
    }
  });

  it('the installation names a missing system library, and says how to install it', async () => {
    const packages = [make(nodePackage, { 'bin/node': nodeWithoutLibatomic })];
    const registry = await serve(packages, () => false);
    try {
      const { code, said } = await install(makeCheckout(packages, registry.address));
      assert.equal(code, 1);
      assert.match(said, /needs the library libatomic\.so\.1.+apt-get install libatomic1/u);
    } finally {
      registry.close();
    }
  });
});

describe('the lock file', () => {
  it('the list of pinned packages has the optional packages of every kind of computer', () => {
    assert.deepEqual(
      findLockFaults({
        '': { optionalDependencies: { own: '1.0.0' } },
        'node_modules/own': {},
        'node_modules/oxide': { optionalDependencies: { 'oxide-mac': '1.0.0', 'oxide-win': '1' } },
        'node_modules/oxide/node_modules/oxide-win': {},
        server: { optionalDependencies: { 'pg-mac': '1.0.0' } },
        'node_modules/other': { resolved: 'https://registry.example/other.tgz' },
      }),
      [
        'node_modules/oxide: oxide-mac is not locked',
        'server: pg-mac is not locked',
        'node_modules/other: names a download',
      ],
    );
    const packages = readPackages(join(root, 'package-lock.json')) ?? {};
    assert.ok(Object.keys(packages).length > 100);
    assert.deepEqual(findLockFaults(packages), []);
  });

  it('the installation selects the packages for the computer’s operating system, processor and system library', () => {
    const debian = { platform: 'linux', arch: 'x64', libc: 'glibc' };
    assert.ok(isForMachine({ os: ['linux'], cpu: ['x64'], libc: ['glibc'] }, debian));
    assert.ok(isForMachine({ os: 'linux', cpu: 'x64' }, debian));
    assert.ok(isForMachine({ os: ['!win32'] }, debian));
    assert.ok(!isForMachine({ os: ['!linux'] }, debian));
    assert.ok(!isForMachine({ os: ['linux'], cpu: ['x64'], libc: ['musl'] }, debian));
    assert.ok(!isForMachine({ cpu: ['wasm32'] }, debian));
    assert.ok(!isForMachine({ os: ['darwin'], cpu: ['arm64'] }, debian));
  });
});

/**
 * Builds and runs the container image of deploy/Dockerfile with Debian's buildah and podman. It needs no
 * registry: the base is a minimal Debian with this machine's Node and npm, cached in .cache.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../..', import.meta.url));
const cache = join(root, '.cache/image');
const programs = ['buildah', 'podman', 'mmdebstrap', 'crun'];

/** Why the image cannot be built on this machine; false if it can. */
export function imageIsMissing(): string | false {
  if (process.env['BAARI_LONG'] === undefined) return 'BAARI_LONG=1 builds it, in some minutes';
  if (process.getuid?.() !== 0) return 'only root may build it';
  const missing = programs.filter((name) => !existsSync(`/usr/bin/${name}`));
  return missing.length === 0 ? false : `${missing.join(', ')} of Debian are not installed`;
}

interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** Runs a program to its end and returns its output. */
async function runProgram(program: string, args: readonly string[]): Promise<Outcome> {
  const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const code = await new Promise<number>((ended, failed) => {
    child.once('error', failed);
    child.once('close', (exitCode) => ended(exitCode ?? 1));
  });
  return { code, output };
}

async function mustRun(program: string, args: readonly string[]): Promise<string> {
  const { code, output } = await runProgram(program, args);
  if (code === 0) return output.trim();
  throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${output.slice(-4000)}`);
}

export interface Podman {
  /** Runs podman with these arguments; throws with its output if it fails. */
  run(...args: string[]): Promise<string>;
  close(): void;
}

/**
 * Runs podman in a mount namespace without control groups, because crun refuses the mixed control
 * groups of some sandboxes. All podman commands share the namespace, because a container's files
 * are mounted only there.
 */
export async function openPodman(): Promise<Podman> {
  const mount = 'mount -t tmpfs none /sys/fs/cgroup && echo ready && exec sleep 3600';
  const holder = spawn('unshare', ['--mount', '--propagation', 'private', 'sh', '-c', mount], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  return {
    run: (...args) => mustRun('nsenter', [`--mount=/proc/${holder.pid}/ns/mnt`, 'podman', ...args]),
    close: () => void holder.kill(),
  };
}

/** Builds deploy/Dockerfile under this name. */
export async function buildImage(name: string): Promise<void> {
  const base = `localhost/${name}-base`;
  await mustRun('podman', ['import', await baseArchive(), base]);
  const npmCache = await mustRun('npm', ['config', 'get', 'cache']);
  mkdirSync(npmCache, { recursive: true });
  await mustRun('buildah', [
    'build',
    '--isolation=chroot',
    // The format is `docker`, because the OCI format cannot contain a health check.
    '--format=docker',
    '--no-cache',
    `--build-arg=BASE=${base}`,
    `--volume=${npmCache}:/root/.npm`,
    `--tag=${name}`,
    '--file=deploy/Dockerfile',
    '.',
  ]);
}

export async function removeImage(name: string): Promise<void> {
  await runProgram('podman', ['rmi', '--force', name, `${name}-base`]);
}

/** A minimal Debian with a user `node` of uid 1000, as Node's images have. */
async function baseArchive(): Promise<string> {
  const npm = dirname(dirname(await mustRun('sh', ['-c', 'readlink -f "$(command -v npm)"'])));
  const archive = join(cache, `base-${process.version}.tar`);
  if (existsSync(archive)) return archive;
  mkdirSync(cache, { recursive: true });
  const partial = `${archive}.${process.pid}`;
  const npmrc = join(cache, 'npmrc');
  writeFileSync(npmrc, 'cafile=/etc/ssl/certs/ca-certificates.crt\n');
  const hooks = [
    'mkdir -p "$1/usr/local/lib/node_modules" "$1/usr/local/etc"',
    `cp "${process.execPath}" "$1/usr/local/bin/node"`,
    `cp -r "${npm}" "$1/usr/local/lib/node_modules/npm"`,
    'ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"',
    `cp "${npmrc}" "$1/usr/local/etc/npmrc"`,
    // Copies this machine's certificates, so that npm in the image trusts the package registry as
    // this machine does.
    'cp /etc/ssl/certs/ca-certificates.crt "$1/etc/ssl/certs/ca-certificates.crt"',
    'chroot "$1" useradd --uid 1000 --create-home node',
  ];
  try {
    await mustRun('mmdebstrap', [
      // Without the format mmdebstrap would make a folder instead of an archive.
      '--format=tar',
      '--variant=minbase',
      '--include=ca-certificates,libatomic1',
      ...hooks.map((hook) => `--customize-hook=${hook}`),
      releaseOfDebian(),
      partial,
    ]);
    renameSync(partial, archive);
  } finally {
    rmSync(partial, { force: true });
  }
  return archive;
}

function releaseOfDebian(): string {
  const text = readFileSync('/etc/os-release', 'utf8');
  return /^VERSION_CODENAME=(?<name>\w+)$/mu.exec(text)?.groups?.['name'] ?? 'bookworm';
}

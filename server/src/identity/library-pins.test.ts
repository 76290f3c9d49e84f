import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { z } from 'zod';

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      dependencies: z.record(z.string(), z.string()).optional(),
    }),
  ),
});
/** An override of a package's own dependencies is an object, and is not the sign-in library's. */
const manifest = z.object({
  overrides: z.record(z.string(), z.union([z.string(), z.object({})])),
});

function read<S extends z.ZodType>(schema: S, name: string): z.output<S> {
  return schema.parse(
    JSON.parse(readFileSync(new URL(`../../../${name}`, import.meta.url), 'utf8')),
  );
}

/** The identity library's path in the lock file. */
const library = 'server/node_modules/better-auth';

test('the add-ons of the sign-in library use exactly the library’s versions of shared packages, with one copy of each [SEC-7]', () => {
  const { packages } = read(lockFile, 'package-lock.json');
  const { overrides } = read(manifest, 'package.json');
  const pins = packages[library]?.dependencies ?? {};
  const pinned = Object.entries(overrides).filter(([, version]) => typeof version === 'string');
  assert.ok(pinned.length > 0);
  for (const [name, version] of pinned) {
    assert.equal(version, pins[name], `${name}: better-auth pins ${pins[name]}`);
    const places = Object.keys(packages).filter((place) => place.endsWith(`node_modules/${name}`));
    assert.deepEqual(places, [`node_modules/${name}`]);
    assert.equal(packages[`node_modules/${name}`]?.version, version, `${name} as installed`);
  }
});

test('the sign-in library and its core have the same version, and only one copy of the core is installed [SEC-7]', () => {
  const { packages } = read(lockFile, 'package-lock.json');
  const cores = Object.entries(packages).filter(([place]) => place.endsWith('@better-auth/core'));
  assert.deepEqual(
    cores.map(([, { version }]) => version),
    [packages[library]?.version],
  );
});

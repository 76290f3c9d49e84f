/** What the files of deploy/ set, which differs from what a plain start does. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { readConfig } from './config.ts';

function deployFile(name: string): string {
  return readFileSync(new URL(`../../deploy/${name}`, import.meta.url), 'utf8');
}

test('a plain start shows every hospital, the deployment files confirmed ones unless told otherwise [SEC-20]', () => {
  assert.equal(readConfig({}).hospitals, 'all');
  assert.match(deployFile('compose.yaml'), /^ +HOSPITALS: \$\{HOSPITALS:-confirmed\}$/mu);
  assert.match(deployFile('Dockerfile'), /^ENV .*\bHOSPITALS=confirmed\b/mu);
});

test('the servers of the compose file know neither the superuser’s nor the owner’s password [SEC-19]', () => {
  const [, settings = ''] =
    /\n {2}environment: &settings\n((?: {4}.*\n)+)/u.exec(deployFile('compose.yaml')) ?? [];
  assert.match(settings, /DATABASE_URL: postgresql:\/\/baari_app:/u);
  assert.doesNotMatch(settings, /POSTGRES_PASSWORD|OWNER_PASSWORD|DATABASE_(?:OWNER|ADMIN)_URL/u);
});

test('the compose file migrates again where the database was away for a moment', () => {
  const [, service = ''] =
    /\n {2}migrate:\n((?: {4,}.*\n)+)/u.exec(deployFile('compose.yaml')) ?? [];
  assert.match(service, /^ {4}restart: on-failure$/mu);
});

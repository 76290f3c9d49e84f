/**
 * The program of `npm run start:google`: a local OpenID provider in place of Google, and the server
 * with its demonstration [LOGIN-2]. Refuses an installation with real users, because this provider
 * signs anyone in without a password.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startOpenIdProvider } from './open-id-provider.ts';

const configurationError = 78;
const main = fileURLToPath(new URL('../../../server/src/main.ts', import.meta.url));
const { PORT: port = '3000', DEMO: demo = '1', DATA_DIR: dataDir = 'data/google' } = process.env;
/**
 * Settings that only an installation with real users has. The program refuses to start with any of
 * them.
 */
const ofInstallations = [
  'DATABASE_URL',
  'HOST',
  'PUBLIC_URL',
  'SMTP_URL',
  'GOOGLE_CLIENT_ID',
].filter((name) => process.env[name]);

if (ofInstallations.length > 0 || demo === '0') {
  const what = ofInstallations.length > 0 ? `with ${ofInstallations.join(', ')}` : 'without DEMO';
  process.stderr.write(`Not started ${what}: anybody could sign in here without a password.\n`);
  process.exit(configurationError);
}

const origin = `http://localhost:${port}`;
const provider = await startOpenIdProvider(origin, {
  sub: 'demonstration-1',
  email: 'isha.nair@google.example',
  email_verified: true,
  name: 'Isha Nair',
});
const server = spawn(process.execPath, ['--disable-warning=FSTDEP023', main], {
  stdio: 'inherit',
  // The data folder is a separate one, so that an account made here does not exist in a real
  // installation.
  env: { ...process.env, ...provider.settings, PUBLIC_URL: origin, DATA_DIR: dataDir },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => server.kill('SIGTERM'));
}
server.once('exit', (code) => {
  provider.stop();
  process.exit(code ?? 1);
});

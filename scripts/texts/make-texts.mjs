/** Compiles `texts/` (scripts/texts/texts.ts) when the texts have changed; also runs after `npm install`. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pinnedNode, root, run, toolEnvironment } from '../project.mjs';

const stamp = join(root, '.cache/texts');
/**
 * The generated file that is written last, so that its presence shows that all files were
 * generated.
 */
const list = join(root, 'web/src/i18n/areas.gen.ts');

/**
 * Generates the code of the texts if it is out of date. Throws an error that names the faulty text.
 */
export async function ensureTextsAreMade() {
  const wanted = hashOfSources();
  if (existsSync(list) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const { code, output } = await run(pinnedNode, [join(root, 'scripts/texts/texts.ts')], {
    env: toolEnvironment(),
    isQuiet: true,
  });
  if (code !== 0) throw new Error(`The texts could not be made:\n${output}`);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

function hashOfSources() {
  const hash = createHash('sha256').update(
    process.env['BAARI_PSEUDO_LANGUAGES'] === '1' ? 'and pseudo' : '',
  );
  const texts = readdirSync(join(root, 'texts'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => join('texts', name));
  const makers = ['fallback', 'icu', 'missing-texts', 'pseudo-languages', 'texts'];
  for (const file of [...texts.toSorted(), ...makers.map((name) => `scripts/texts/${name}.ts`)]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    await ensureTextsAreMade();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

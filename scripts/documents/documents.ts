/** Lists the documents of the repository, and finds the commands in them. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../project.mjs';

/** A command of a document, without comments, and with its continued lines joined. */
export interface Command {
  readonly document: string;
  readonly line: number;
  readonly text: string;
}

/** The pages that a reader of the repository reads first, and all pages below docs/. */
export const documents: readonly string[] = globSync(
  ['*.md', 'docs/**/*.md', 'deploy/*.md', 'bench/*.md'],
  { cwd: root },
)
  .map((path) => path.replaceAll('\\', '/'))
  .toSorted();

const programs =
  'npm|node|node_modules/\\.bin/node|docker|git|grep|apt-get|age|install|openssl|export|createdb|psql';
/** Recognises a command line: settings of environment variables, then a program. */
const commandPattern = new RegExp(`^(?:[A-Z_]+=\\S* )*(?:${programs}) \\S`, 'u');
const fence = /^\s*```(\w*)\s*$/u;

/** The text of a file of the repository. */
export function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** Finds the commands in a document's code blocks, sentences and tables. */
export function commandsOf(document: string): Command[] {
  const found: Command[] = [];
  let block: string | undefined;
  let begun = '';
  for (const [index, text] of textOf(document).split('\n').entries()) {
    const line = index + 1;
    const fenced = fence.exec(text);
    if (fenced !== null) {
      block = block === undefined ? (fenced[1] ?? '') : undefined;
      continue;
    }
    if (block === undefined) {
      const inline = [...text.matchAll(/`([^`]+)`/gu)].map(([, code = '']) => code);
      found.push(
        ...inline
          .filter((code) => commandPattern.test(code))
          .map((code) => ({ document, line, text: code })),
      );
      continue;
    }
    if (block !== 'sh' && block !== '') continue;
    const whole = `${begun}${text.replace(/(?:^|\s+)#.*$/u, '').trim()}`;
    begun = whole.endsWith('\\') ? whole.slice(0, -1) : '';
    if (begun === '' && commandPattern.test(whole)) found.push({ document, line, text: whole });
  }
  return found;
}

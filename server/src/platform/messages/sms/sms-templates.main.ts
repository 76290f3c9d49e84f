/**
 * `npm run sms-templates -- https://q.example.in en hi`: prints every text message with the words to
 * register for this PUBLIC_URL in these languages, by default in all, and what it costs. With
 * `--json`, a file for SMS_TEMPLATES without the ids.
 */
import { languages } from '@baari/contract/languages.gen.ts';
import { withoutTrailingSlash } from '../../trim.rules.ts';
import { segmentsOf } from './segments.rules.ts';
import { smsKindNames, textWith, usualValueOf } from './sms-kinds.ts';
import { beginTemplates, wordingOf } from './templates.ts';

const given = new Set(process.argv.slice(2));
const site = withoutTrailingSlash(
  [...given].find((one) => /^https?:/u.test(one)) ?? usualValueOf('site'),
);
const chosen = languages.filter((language) => given.has(language));
const printed = chosen.length === 0 ? languages : chosen;

function table(): string {
  return smsKindNames
    .flatMap((kind) => [
      kind,
      ...printed.map((language) => {
        const usual = textWith(kind, language, (name) =>
          name === 'site' ? site : usualValueOf(name),
        );
        const { alphabet, segments } = segmentsOf(usual);
        const words = wordingOf(kind, language, site);
        return `  ${language}  ${alphabet}, ${segments} with long names  ${words}`;
      }),
    ])
    .join('\n');
}

process.stdout.write(
  `${given.has('--json') ? JSON.stringify(beginTemplates(printed, site), null, 2) : table()}\n`,
);

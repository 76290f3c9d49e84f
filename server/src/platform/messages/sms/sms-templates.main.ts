/**
 * `npm run sms-templates -- https://q.example.in en hi`: prints every text message with the words to
 * register for this PUBLIC_URL in these languages, by default in all, and what it costs. With
 * `--json`, a file for SMS_TEMPLATES without the ids; with `--whatsapp`, one for WHATSAPP_TEMPLATES;
 * with `--whatsapp-contents`, a line for each call of Twilio's Content API.
 */
import { languages } from '@baari/contract/languages.gen.ts';
import { withoutTrailingSlash } from '../../trim.rules.ts';
import { segmentsOf } from './segments.rules.ts';
import { smsKindNames, textWith, usualValueOf } from './sms-kinds.ts';
import { beginTemplates, wordingOf } from './templates.ts';
import { beginWhatsapp, whatsappContent, whatsappKinds } from '../whatsapp/whatsapp-templates.ts';

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

function printedText(): string {
  if (given.has('--json')) return JSON.stringify(beginTemplates(printed, site), null, 2);
  if (given.has('--whatsapp')) return JSON.stringify(beginWhatsapp(printed, site), null, 2);
  if (given.has('--whatsapp-contents'))
    return contents()
      .map((each) => JSON.stringify(each))
      .join('\n');
  return table();
}

function contents(): object[] {
  return whatsappKinds.flatMap((kind) =>
    printed.map((language) => whatsappContent(kind, language, site)),
  );
}

process.stdout.write(`${printedText()}\n`);

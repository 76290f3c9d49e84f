/** Parses the operator's command line. */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { plain } from './hospital-table.rules.ts';

export const usage = `npm run operator -- hospitals [ID]        every hospital, or one, and what each resembles
npm run operator -- hospitals --open      those that wait for a decision
npm run operator -- confirm ID …          vouch for hospitals as they are now
npm run operator -- allow ID …            have looked: shown, and still not confirmed
npm run operator -- close ID --reason "…" not found, nobody joins; its staff read the reason
npm run operator -- reopen ID …           open closed hospitals again
npm run operator -- jobs                  mails, messages and other jobs that fail, and why
npm run operator -- messages              what became of the text messages of seven days,
                                          and where providers pass on those of patients
npm run operator -- backups               the daily backups, and the last restore on trial
npm run operator -- processes             running processes, their versions, and migrations that wait for them`;

/** Thrown for an invalid command line. */
export class UsageProblem extends Error {}

/** The ids of hospitals, without duplicates. */
const ids = z.array(z.uuid()).transform((named) => [...new Set(named)]);
const longestReason = 500;
/** Which options each command accepts. */
const optionsOf = [
  ['reason', 'close'],
  ['open', 'hospitals'],
] as const;

/** Commands that only print. */
const lists = ['jobs', 'messages', 'processes', 'backups'] as const;

export type Command =
  | { readonly kind: 'hospitals'; readonly id?: string; readonly isOpenOnly: boolean }
  | { readonly kind: (typeof lists)[number] }
  | { readonly kind: 'confirm' | 'allow' | 'reopen'; readonly ids: readonly string[] }
  | { readonly kind: 'close'; readonly ids: readonly string[]; readonly reason: string };

/** Parses a command; throws a UsageProblem for anything that `usage` does not list. */
export function readCommand(given: readonly string[]): Command {
  const { values, positionals } = parsed(given);
  const [kind, ...named] = positionals;
  const known = ids.safeParse(named);
  if (!known.success) throw new UsageProblem(`Not an id: ${plain(named.join(' '))}`);
  const [first] = known.data;
  checkOptions(values, kind);
  const listed = lists.find((list) => list === kind);
  if (listed !== undefined) {
    if (named.length > 0) throw new UsageProblem(`${kind} takes no id.`);
    return { kind: listed };
  }
  switch (kind) {
    case 'hospitals':
      if (named.length > 1) throw new UsageProblem('Name one hospital, or none.');
      return {
        kind,
        isOpenOnly: values.open === true,
        ...(first === undefined ? {} : { id: first }),
      };
    case 'confirm':
    case 'allow':
    case 'reopen':
      if (first === undefined) throw new UsageProblem(`Say which hospital to ${kind}.`);
      return { kind, ids: known.data };
    case 'close': {
      const reason = values.reason?.trim() ?? '';
      if (first === undefined) throw new UsageProblem('Say which hospital to close.');
      if (reason === '' || reason.length > longestReason) {
        throw new UsageProblem(`Give its staff a --reason of at most ${longestReason} characters.`);
      }
      return { kind, ids: known.data, reason };
    }
    default:
      throw new UsageProblem(kind === undefined ? '' : `Unknown: ${plain(kind)}`);
  }
}

/** Throws a UsageProblem for an option of another command. */
function checkOptions(values: ReturnType<typeof parsed>['values'], kind: string | undefined): void {
  for (const [option, of] of optionsOf) {
    if (values[option] !== undefined && kind !== of) {
      throw new UsageProblem(`--${option} goes with ${of} alone.`);
    }
  }
}

function parsed(given: readonly string[]) {
  try {
    return parseArgs({
      args: [...given],
      allowPositionals: true,
      options: { reason: { type: 'string' }, open: { type: 'boolean' } },
    });
  } catch (error) {
    throw new UsageProblem(error instanceof Error ? error.message : String(error));
  }
}

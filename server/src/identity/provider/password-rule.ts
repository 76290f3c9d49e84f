/**
 * Refuses new passwords that are too short for this installation or among the 10,000 most common [ERR-4,
 * CONST-3]. Existing passwords keep working.
 */
import { ok, type Result, refuse } from '../../platform/result.ts';

const mostCommon = 10_000;

/** Checks a new password. Refuses: weak_password. */
export type PasswordRule = (password: string) => Promise<Result<void>>;

/** Makes the rule; `least` is the shortest password in characters, six or more. */
export function makePasswordRule(least: number): PasswordRule {
  return async (password) => {
    if (password.length < least) {
      return refuse('weak_password', `Password must be at least ${least} characters.`);
    }
    return (await commonPasswords()).has(plain(password)) ? refuse('weak_password') : ok(undefined);
  };
}

let list: Promise<ReadonlySet<string>> | undefined;

/**
 * Loads the list of common passwords when the first new password is checked. The list takes half a
 * megabyte, which most processes never need.
 */
function commonPasswords(): Promise<ReadonlySet<string>> {
  list ??= readList();
  return list;
}

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  // The list has the most common passwords first, in lower case.
  return new Set(dictionary['passwords-common'].slice(0, mostCommon).map(String));
}

/** Converts a password to lower case, because attackers also try capital letters. */
function plain(password: string): string {
  return password.normalize('NFKC').toLowerCase();
}

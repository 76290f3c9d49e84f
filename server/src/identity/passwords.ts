/** Passwords as Argon2id, with OWASP's parameters: 19 MiB, two passes, one lane. */
import { hash, verify } from '@node-rs/argon2';

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export async function hashPassword(password: string): Promise<string> {
  return hash(normalised(password), cost);
}

export async function isPassword(given: {
  readonly hash: string;
  readonly password: string;
}): Promise<boolean> {
  return verify(given.hash, normalised(given.password));
}

/** Keyboards differ in how they compose the same letter. */
function normalised(password: string): string {
  return password.normalize('NFKC');
}

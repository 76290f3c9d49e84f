/** SMART scopes of systems, such as system/Encounter.rs, within the scopes of an API key [API-36]. */
import type { Scope } from '@baari/contract/keys/scopes.ts';

/** The scope of an API key that each FHIR resource type needs. */
export type ScopeOfTypes = Readonly<Record<string, Scope>>;

/** A granted scope: a resource type, and whether it may be read and searched. */
export interface Granted {
  readonly type: string;
  readonly read: boolean;
  readonly search: boolean;
}

const pattern = /^system\/(?<type>\*|[A-Z][A-Za-z]+)\.(?<how>rs|r|s|read|\*)$/u;

/**
 * The asked scopes that the key allows. Unknown scopes, writes and types without the key's scope are
 * left out, as OAuth wants it; the answer names what was granted.
 */
export function grantedScopes(
  asked: string,
  scopes: readonly Scope[],
  types: ScopeOfTypes,
): Granted[] {
  const granted = new Map<string, Granted>();
  for (const each of asked.split(' ')) {
    const { type, how } = pattern.exec(each)?.groups ?? {};
    if (type === undefined || how === undefined) continue;
    const isWhole = how === '*' || how === 'read';
    for (const [name, needed] of Object.entries(types)) {
      if ((type !== '*' && type !== name) || !scopes.includes(needed)) continue;
      const before = granted.get(name);
      granted.set(name, {
        type: name,
        read: before?.read === true || isWhole || how.includes('r'),
        search: before?.search === true || isWhole || how.includes('s'),
      });
    }
  }
  return [...granted.values()];
}

/** The text of granted scopes, in SMART's second version. */
export function scopeText(granted: readonly Granted[]): string {
  return granted
    .map(({ type, read, search }) => `system/${type}.${read ? 'r' : ''}${search ? 's' : ''}`)
    .join(' ');
}

/** The scopes of the key that a token with these scopes still has. */
export function keyScopesOf(granted: readonly Granted[], types: ScopeOfTypes): Scope[] {
  return [...new Set(granted.flatMap(({ type }) => types[type] ?? []))];
}

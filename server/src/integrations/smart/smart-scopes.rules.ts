/** SMART scopes of systems, such as system/Encounter.rs, within the scopes of an API key [API-36]. */
import type { Scope } from '@baari/contract/keys/scopes.ts';

/** The scope of an API key that each FHIR resource type needs. */
export type ScopeOfTypes = Readonly<Record<string, Scope>>;

/** What may be done with a resource type, each with its letter in a scope. */
const ways = { create: 'c', read: 'r', delete: 'd', search: 's' } as const;
export type Way = keyof typeof ways;
const wayNames = Object.keys(ways) as readonly Way[];

/** A granted scope: a resource type, and what may be done with it. */
export interface Granted extends Readonly<Record<Way, boolean>> {
  readonly type: string;
}

/** What a client may ask for of a type: subscriptions are made and deleted, all else is read. */
export function waysOf(type: string): string {
  return type === 'Subscription' ? 'crds' : 'rs';
}

/** Whether each of these letters is among the allowed ones. */
function isWithin(letters: string, allowed: string): boolean {
  return (
    Object.values(ways).every((way) => !letters.includes(way) || allowed.includes(way)) &&
    !letters.includes('u')
  );
}

const pattern = /^system\/(?<type>\*|[A-Z][A-Za-z]+)\.(?<how>c?r?u?d?s?|read|\*)$/u;

/**
 * The asked scopes that the key allows. Unknown scopes, other writes and types without the key's
 * scope are left out, as OAuth wants it; the answer names what was granted.
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
    for (const [name, needed] of Object.entries(types)) {
      if ((type !== '*' && type !== name) || !scopes.includes(needed)) continue;
      const letters = how === '*' ? waysOf(name) : how === 'read' ? 'rs' : how;
      if (letters === '' || !isWithin(letters, waysOf(name))) continue;
      const before = granted.get(name);
      const may = (way: Way) => before?.[way] === true || letters.includes(ways[way]);
      granted.set(name, {
        type: name,
        create: may('create'),
        read: may('read'),
        delete: may('delete'),
        search: may('search'),
      });
    }
  }
  return [...granted.values()];
}

/** The text of granted scopes, in SMART's second version. */
export function scopeText(granted: readonly Granted[]): string {
  return granted
    .map((each) => {
      const letters = wayNames.filter((way) => each[way]).map((way) => ways[way]);
      return `system/${each.type}.${letters.join('')}`;
    })
    .join(' ');
}

/** The scopes of the key that a token with these scopes still has. */
export function keyScopesOf(granted: readonly Granted[], types: ScopeOfTypes): Scope[] {
  return [...new Set(granted.flatMap(({ type }) => types[type] ?? []))];
}

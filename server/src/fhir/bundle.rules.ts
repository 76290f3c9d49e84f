/** The bundle of a search, with its links [API-33]. */
import type { Bundle } from './r4.rules.ts';
import type { Resource } from './resources/resource.rules.ts';
import type { Asked } from './search/asked.rules.ts';

/** The links name only parameters that the server used, so that callers see which it ignored. */
export function searchBundle(
  base: string,
  asked: Asked,
  { resources, next }: { readonly resources: readonly Resource[]; readonly next: string | null },
): Bundle<Resource> {
  const link = (cursor: string | null | undefined) => {
    const page = typeof cursor === 'string' ? [['_cursor', cursor] as const] : [];
    const text = [...asked.used, ...page]
      .map((pair) => pair.map(encodeURIComponent).join('='))
      .join('&');
    return `${base}/${asked.type}${text === '' ? '' : `?${text}`}`;
  };
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    link: [
      { relation: 'self', url: link(asked.cursor) },
      ...(next === null ? [] : [{ relation: 'next', url: link(next) }]),
    ],
    ...(resources.length > 0 && {
      entry: resources.map((resource) => ({
        fullUrl: `${base}/${resource.resourceType}/${resource.id}`,
        resource,
        search: { mode: 'match' as const },
      })),
    }),
  };
}

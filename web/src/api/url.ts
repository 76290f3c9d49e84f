/** Fills an endpoint's path and query; throws if a path parameter is missing. */
export function urlOf(path: string, params: unknown, query: unknown): string {
  const values = new Map(entriesOf(params));
  const filled = path.replaceAll(/:(\w+)/gu, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`${path} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
  const search = new URLSearchParams(entriesOf(query)).toString();
  return search === '' ? filled : `${filled}?${search}`;
}

function entriesOf(record: unknown): [string, string][] {
  if (typeof record !== 'object' || record === null) return [];
  const entries: [string, unknown][] = Object.entries(record);
  return entries
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value)]);
}

/** The order of versions such as 1.2.3. */

/** Whether a version is older than another one. */
export function isOlder(version: string, than: string): boolean {
  const [ones, others] = [version, than].map((text) => text.split('.').map(Number));
  const difference = ones?.map((number, index) => number - (others?.[index] ?? 0)).find(Boolean);
  return (difference ?? 0) < 0;
}

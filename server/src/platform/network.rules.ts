/**
 * The part of a network address that counts as one visitor. For IPv6 this is the /64, because a
 * subscriber has a whole /64.
 */
export function network(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/iu.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [before = '', after = ''] = (address.split('%')[0] ?? '').toLowerCase().split('::');
  const head = before === '' ? [] : before.split(':');
  const tail = after === '' ? [] : after.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => '0');
  const groups = [...head, ...zeros, ...tail].map((group) => group.replace(/^0+(?=.)/u, ''));
  return `${groups.slice(0, 4).join(':')}::/64`;
}

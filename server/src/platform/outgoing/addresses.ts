/** Which addresses the server may call: public ones, and those in networks that the operator names. */
import { BlockList, isIP } from 'node:net';

/** Private and reserved networks. A host name that resolves to such a network is internal. */
const inner = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

/** Checks one IP address, and whether it lies in a network that the operator named. */
export interface Addresses {
  readonly isAllowed: (address: string) => boolean;
  readonly isNamed: (address: string) => boolean;
}

/** Allows public addresses and addresses in the given networks, such as 10.0.0.0/8. */
export function addressesWith(networks: readonly string[]): Addresses {
  const refused = listOf(inner);
  const named = listOf(networks);
  const isNamed = (address: string) => named.check(address, familyOf(address));
  return {
    isNamed,
    isAllowed: (address) => isNamed(address) || !refused.check(address, familyOf(address)),
  };
}

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);

/** For a service that the operator names: public addresses, and this machine only if it is named. */
export function addressesOfService({ hostname }: URL): Addresses {
  return addressesWith(loopbackNames.has(hostname) ? ['127.0.0.0/8', '::1/128'] : []);
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), familyOf(address));
  }
  return list;
}

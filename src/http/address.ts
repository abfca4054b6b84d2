/** An IP address -> whether anybody's server may be behind it, one of the own network, or the machine's own neighbor. */
import { BlockList, isIPv4, isIPv6 } from 'node:net';

export type AddressKind =
  | 'public'
  | 'private'
  /** Where clouds serve credentials to machines; also what is no address at all. */
  | 'link-local';

type Subnet = readonly [string, number];

const linkLocal = listOf(
  [
    ['169.254.0.0', 16],
    // The metadata services of Alibaba Cloud and Oracle Cloud.
    ['100.100.100.200', 32],
    ['192.0.0.192', 32],
  ],
  [
    ['fe80::', 10],
    ['fd00:ec2::', 32],
  ],
);

/** RFC 6890 and its successors: all that is not globally reachable, or is a wrapping of an IPv4 address. */
const notPublic = listOf(
  [
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['192.168.0.0', 16],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['224.0.0.0', 3],
  ],
  [
    ['::', 96],
    ['64:ff9b::', 96],
    ['64:ff9b:1::', 48],
    ['100::', 64],
    ['2001::', 23],
    ['2001:db8::', 32],
    ['2002::', 16],
    ['fc00::', 7],
    ['fec0::', 10],
    ['ff00::', 8],
  ],
);

/** Without brackets. */
export function kindOf(address: string): AddressKind {
  const bare = address.replace(/%.*$/u, '');
  if (isIPv4(bare)) return kindIn(bare, 'ipv4');
  if (!isIPv6(bare)) return 'link-local';
  const mapped = mappedAddress(bare);
  return mapped === undefined ? kindIn(bare, 'ipv6') : kindIn(mapped, 'ipv4');
}

function kindIn(address: string, family: 'ipv4' | 'ipv6'): AddressKind {
  if (linkLocal.check(address, family)) return 'link-local';
  return notPublic.check(address, family) ? 'private' : 'public';
}

/** `::ffff:a.b.c.d` in any spelling: the URL parser writes it in hexadecimal. */
function mappedAddress(address: string): string | undefined {
  const short = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/u.exec(short) ?? [];
  if (high === undefined || low === undefined) return undefined;
  const bytes = [high, low].flatMap((part) => {
    const value = Number.parseInt(part, 16);
    return [Math.floor(value / 256), value % 256];
  });
  return bytes.join('.');
}

function listOf(v4: readonly Subnet[], v6: readonly Subnet[]): BlockList {
  const list = new BlockList();
  for (const [net, prefix] of v4) list.addSubnet(net, prefix, 'ipv4');
  for (const [net, prefix] of v6) list.addSubnet(net, prefix, 'ipv6');
  return list;
}

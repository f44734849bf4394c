const IPV4 = /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/;
/** A host that ends so is an IPv4 address for browsers, however it is spelled (`127.1`, `0x7f.0.0.1`). */
const ENDS_IN_NUMBER = /(?:^|\.)(?:\d+|0x[0-9a-f]*)$/;

/**
 * Whether a host is in the local network. Web pages may name any address as an image, and must not reach the
 * user's own network that way.
 */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (host.startsWith('[')) return isPrivateIpv6(host.slice(1, -1));
  if (IPV4.test(host)) return isPrivateIpv4(host.split('.').map(Number));
  if (ENDS_IN_NUMBER.test(host)) return true;
  // Names without a dot, and names reserved for local networks or common there (RFC 6761, 6762, 8375).
  return (
    !host.includes('.') ||
    /\.(?:localhost|localdomain|local|internal|intranet|private|lan|home|home\.arpa|corp|test|invalid|onion)$/.test(
      host,
    )
  );
}

/**
 * The same for the host of a web address, read as browsers do. By hand, because platforms read rare hosts
 * differently, and each device must write the same note.
 */
export function isInLocalNetwork(address: string): boolean {
  const authority = /^\s*https?:[\\/]*([^/?#\\]*)/i.exec(address)?.[1];
  if (authority === undefined) return false;
  const host = authority
    .slice(authority.lastIndexOf('@') + 1)
    .replace(/:\d*$/, '')
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\u3002/g, '.');
  return host.includes('%') || isPrivateHost(host);
}

/** The same for a bare IP address. */
export const isPrivateAddress = (address: string): boolean =>
  isPrivateHost(address.includes(':') ? `[${address}]` : address);

/** Special-purpose ranges of RFC 6890. */
function isPrivateIpv4([one = 0, two = 0, three = 0]: readonly number[]): boolean {
  if (one === 0 || one === 10 || one === 127 || one >= 224) return true;
  if (one === 100) return two >= 64 && two <= 127;
  if (one === 169) return two === 254;
  if (one === 172) return two >= 16 && two <= 31;
  if (one === 192) return two === 168 || (two === 0 && (three === 0 || three === 2));
  if (one === 198) return two === 18 || two === 19 || (two === 51 && three === 100);
  return one === 203 && two === 0 && three === 113;
}

/** Only global unicast (2000::/3) is public; addresses that embed IPv4 are judged by that. */
function isPrivateIpv6(address: string): boolean {
  const groups = groupsOf(address);
  if (groups === null) return true;
  const [first = 0, second = 0, third = 0] = groups;
  const [seventh = 0, eighth = 0] = groups.slice(6);
  const isPrivateEmbedded = (high: number, low: number): boolean =>
    isPrivateIpv4([high >> 8, high & 255, low >> 8, low & 255]);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return isPrivateEmbedded(seventh, eighth);
  if (first === 0x64 && second === 0xff9b && third === 0) return isPrivateEmbedded(seventh, eighth);
  if (first === 0x2002) return isPrivateEmbedded(second, third);
  if (first === 0x2001 && (second < 0x200 || second === 0xdb8)) return true;
  return first < 0x2000 || first > 0x3fff;
}

function groupsOf(address: string): readonly number[] | null {
  const text = address
    .replace(/%.*$/, '')
    .replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_whole, ...parts: readonly string[]) => {
      const [one = 0, two = 0, three = 0, four = 0] = parts.slice(0, 4).map(Number);
      return `${(one * 256 + two).toString(16)}:${(three * 256 + four).toString(16)}`;
    });
  const [head = '', tail] = text.split('::');
  const read = (part: string): readonly number[] =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  const before = read(head);
  const after = tail === undefined ? [] : read(tail);
  const gap = tail === undefined ? 0 : 8 - before.length - after.length;
  if (gap < 0) return null;
  const groups = [...before, ...new Array<number>(gap).fill(0), ...after];
  return groups.length === 8 && groups.every((group) => group >= 0 && group <= 0xffff) ? groups : null;
}

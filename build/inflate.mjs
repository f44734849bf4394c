/**
 * Reads deflated bytes (RFC 1951): for what the build itself has deflated and read back. Small, and quick in code that has not run before,
 * because it runs once at each start. Not for bytes from elsewhere: stored blocks and damage are not looked for.
 * `dictionary`: what the bytes were deflated with, if anything.
 */
export function inflate(bytes, dictionary = []) {
  const written = new Written(dictionary);
  const stream = { bytes, place: 0, held: 0, count: 0 };
  for (let isLast = 0; isLast === 0;) {
    isLast = take(stream, 1);
    const [literals, distances] = take(stream, 2) === 1 ? FIXED : readLengths(stream);
    readBlock(stream, { written, literals: tableOf(literals), distances: tableOf(distances) });
  }
  return written.bytes.slice(dictionary.length, written.end);
}

const times = (count, value) => Array(count).fill(value);
/** The lengths of codes where a block brings none of its own. */
const FIXED = [[...times(144, 8), ...times(112, 9), ...times(24, 7), ...times(8, 8)], times(30, 5)];
/** The order in which the lengths of the codes for lengths come. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Numbers come in steps, `1 << shift` of them before each doubling; within a step, further bits tell which it is. */
const stepsOf = (count, { shift, first }) =>
  Array.from({ length: count }, (_, step) => {
    const more = Math.max(0, (step >> shift) - 1);
    return {
      more,
      base: first + (step >> shift === 0 ? step : ((1 << shift) + (step & ((1 << shift) - 1))) << more),
    };
  });
const LENGTHS = [...stepsOf(28, { shift: 2, first: 3 }), { more: 0, base: 258 }];
const DISTANCES = stepsOf(30, { shift: 1, first: 1 });

/** The next bits, at least as many as wanted; the first one is the lowest. */
function peek(stream, wanted) {
  for (; stream.count < wanted; stream.count += 8)
    stream.held |= stream.bytes[stream.place++] << stream.count;
  return stream.held;
}

function drop(stream, used) {
  stream.held >>= used;
  stream.count -= used;
}

function take(stream, wanted) {
  const value = peek(stream, wanted) & ((1 << wanted) - 1);
  drop(stream, wanted);
  return value;
}

function takeSymbol(stream, table) {
  const entry = table.entries[peek(stream, table.longest) & table.mask];
  drop(stream, entry & 15);
  return entry >> 4;
}

function readLengths(stream) {
  const literals = take(stream, 5) + 257;
  const distances = take(stream, 5) + 1;
  const some = take(stream, 4) + 4;
  const own = times(19, 0);
  for (const symbol of ORDER.slice(0, some)) own[symbol] = take(stream, 3);
  const table = tableOf(own);
  const lengths = [];
  while (lengths.length < literals + distances) {
    const symbol = takeSymbol(stream, table);
    if (symbol < 16) lengths.push(symbol);
    else if (symbol === 16) lengths.push(...times(take(stream, 2) + 3, lengths.at(-1)));
    else lengths.push(...times(symbol === 17 ? take(stream, 3) + 3 : take(stream, 7) + 11, 0));
  }
  return [lengths.slice(0, literals), lengths.slice(literals)];
}

/**
 * By the next bits, as many as the longest code has: the symbol, and in the last four bits how many of them are its code. Codes of one
 * length follow each other.
 */
function tableOf(lengths) {
  const longest = Math.max(...lengths);
  const entries = new Uint16Array(1 << longest);
  for (let length = 1, code = 0; length <= longest; length += 1, code *= 2) {
    lengths.forEach((each, symbol) => {
      if (each !== length) return;
      for (let next = turned(code++, length); next < entries.length; next += 1 << length)
        entries[next] = (symbol << 4) | length;
    });
  }
  return { longest, mask: entries.length - 1, entries };
}

/** A code comes with its highest bit first. */
function turned(code, length) {
  let value = 0;
  for (let bit = 0; bit < length; bit += 1) value |= ((code >> bit) & 1) << (length - 1 - bit);
  return value;
}

function readBlock(stream, { written, literals, distances }) {
  for (let symbol = takeSymbol(stream, literals); symbol !== 256; symbol = takeSymbol(stream, literals)) {
    if (symbol < 256) written.add(symbol);
    else {
      const length = LENGTHS[symbol - 257];
      const count = length.base + take(stream, length.more);
      const distance = DISTANCES[takeSymbol(stream, distances)];
      written.repeat(distance.base + take(stream, distance.more), count);
    }
  }
}

/** Bytes that become more. */
class Written {
  bytes = new Uint8Array(1 << 16);
  end = 0;

  constructor(begin) {
    this.reserve(begin.length);
    this.bytes.set(begin);
    this.end = begin.length;
  }

  add(byte) {
    this.reserve(1);
    this.bytes[this.end++] = byte;
  }

  /** What stands so far back, once more; what is longer than that goes on with itself. */
  repeat(back, count) {
    this.reserve(count);
    for (let left = count; left > 0; left -= back) {
      this.bytes.copyWithin(this.end, this.end - back, this.end - back + Math.min(left, back));
      this.end += Math.min(left, back);
    }
  }

  reserve(more) {
    if (this.end + more <= this.bytes.length) return;
    const { bytes } = this;
    this.bytes = new Uint8Array(2 * (this.end + more));
    this.bytes.set(bytes);
  }
}

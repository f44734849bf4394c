/**
 * Reads deflated bytes (RFC 1951), bit by bit: for what the build itself has deflated and read back. Small rather than fast, and a
 * library's tables would cost more at each start than they save. Not for bytes from elsewhere: stored blocks and damage are not looked for.
 * `dictionary`: what the bytes were deflated with, if anything.
 */
export function inflate(bytes, dictionary = []) {
  const written = [...dictionary];
  let place = 0;
  const bit = () => (bytes[place >> 3] >> (place++ & 7)) & 1;
  const bits = (count) => {
    let value = 0;
    for (let index = 0; index < count; index += 1) value |= bit() << index;
    return value;
  };
  const read = { bit, bits };
  for (let isLast = 0; isLast === 0; ) {
    isLast = bit();
    const [literals, distances] = read.bits(2) === 1 ? FIXED : readLengths(read);
    readBlock({ read, written, literals: codesOf(literals), distances: codesOf(distances) });
  }
  return Uint8Array.from(written.slice(dictionary.length));
}

const times = (count, value) => Array(count).fill(value);
/** The lengths of codes where a block brings none of its own. */
const FIXED = [[...times(144, 8), ...times(112, 9), ...times(24, 7), ...times(8, 8)], times(30, 5)];
/** The order in which the lengths of the codes for lengths come. */
const ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

function readLengths(read) {
  const { bits } = read;
  const literals = bits(5) + 257;
  const distances = bits(5) + 1;
  const some = bits(4) + 4;
  const own = times(19, 0);
  for (const symbol of ORDER.slice(0, some)) own[symbol] = bits(3);
  const codes = codesOf(own);
  const lengths = [];
  while (lengths.length < literals + distances) {
    const symbol = readSymbol(read, codes);
    if (symbol < 16) lengths.push(symbol);
    else if (symbol === 16) lengths.push(...times(bits(2) + 3, lengths.at(-1)));
    else lengths.push(...times(symbol === 17 ? bits(3) + 3 : bits(7) + 11, 0));
  }
  return [lengths.slice(0, literals), lengths.slice(literals)];
}

/** By code, with a 1 before it so that leading zeros count: the symbol and one more. Codes of one length follow each other. */
function codesOf(lengths) {
  const symbols = new Uint16Array(1 << 16);
  for (let length = 1, code = 0; length < 16; length += 1, code *= 2) {
    lengths.forEach((each, symbol) => {
      if (each === length) symbols[(1 << length) | code++] = symbol + 1;
    });
  }
  return symbols;
}

function readSymbol({ bit }, symbols) {
  let code = 1;
  do code = code * 2 + bit();
  while (symbols[code] === 0);
  return symbols[code] - 1;
}

function readBlock({ read, written, literals, distances }) {
  for (;;) {
    const symbol = readSymbol(read, literals);
    if (symbol === 256) return;
    if (symbol < 256) written.push(symbol);
    else {
      const length = symbol === 285 ? 258 : readNumber(read, { step: symbol - 257, shift: 2 }) + 3;
      const back = readNumber(read, { step: readSymbol(read, distances), shift: 1 }) + 1;
      for (let count = 0; count < length; count += 1) written.push(written[written.length - back]);
    }
  }
}

/** Numbers come in steps, `1 << shift` of them before each doubling; within a step, further bits tell which it is. */
function readNumber({ bits }, { step, shift }) {
  const extra = Math.max(0, (step >> shift) - 1);
  const base = step >> shift === 0 ? step : ((1 << shift) + (step & ((1 << shift) - 1))) << extra;
  return base + bits(extra);
}

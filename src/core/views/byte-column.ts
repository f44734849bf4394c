/** Bytes in a row that grow by a quarter, so that little is held in reserve. */
export class ByteColumn {
  bytes = new Uint8Array(64);
  length = 0;

  /** A whole number that is not negative: seven bits a byte, the lowest first, the eighth says that more follow. */
  pushNumber(value: number): void {
    let rest = value;
    for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) this.push((rest & 0x7f) | 0x80);
    this.push(rest);
  }

  private push(byte: number): void {
    if (this.length === this.bytes.length) {
      const larger = new Uint8Array(Math.ceil(this.length * 1.25));
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes[this.length] = byte;
    this.length += 1;
  }
}

/** The numbers that were pushed, from the first on. */
export function* numbersIn(bytes: Uint8Array): Generator<number, void> {
  let [number, place] = [0, 1];
  for (const byte of bytes) {
    number += (byte & 0x7f) * place;
    if (byte > 0x7f) place *= 0x80;
    else {
      yield number;
      [number, place] = [0, 1];
    }
  }
}

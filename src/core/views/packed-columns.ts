/** Bytes in a row that grow by a quarter, so that little is held in reserve. */
export class ByteColumn {
  bytes = new Uint8Array(64);
  length = 0;

  private push(byte: number): void {
    if (this.length === this.bytes.length) {
      const larger = new Uint8Array(grown(this.length));
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes[this.length] = byte;
    this.length += 1;
  }

  /** A whole number that is not negative: seven bits a byte, the lowest first, the eighth says that more follow. */
  pushNumber(value: number): void {
    let rest = value;
    for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) this.push((rest & 0x7f) | 0x80);
    this.push(rest);
  }

  /** Text as UTF-8, but that characters beyond the first plane are written as their two halves. */
  pushText(text: string): void {
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      if (unit < 0x80) this.push(unit);
      else {
        if (unit < 0x800) this.push(0xc0 | (unit >> 6));
        else {
          this.push(0xe0 | (unit >> 12));
          this.push(0x80 | ((unit >> 6) & 0x3f));
        }
        this.push(0x80 | (unit & 0x3f));
      }
    }
  }

  /** The text that was written between two places. */
  textBetween(start: number, end: number): string {
    const { bytes } = this;
    let text = '';
    for (let at = start; at < end; ) {
      const first = bytes[at] ?? 0;
      const size = first < 0x80 ? 1 : first < 0xe0 ? 2 : 3;
      let unit = size === 1 ? first : first & (size === 2 ? 0x1f : 0x0f);
      for (let index = 1; index < size; index += 1) unit = (unit << 6) | ((bytes[at + index] ?? 0) & 0x3f);
      text += String.fromCharCode(unit);
      at += size;
    }
    return text;
  }
}

/** Whole numbers up to 32 bits, which grow alike. */
export class NumberColumn {
  private numbers = new Uint32Array(16);
  length = 0;

  push(value: number): void {
    if (this.length === this.numbers.length) {
      const larger = new Uint32Array(grown(this.length));
      larger.set(this.numbers);
      this.numbers = larger;
    }
    this.numbers[this.length] = value;
    this.length += 1;
  }

  at(index: number): number {
    return this.numbers[index] ?? 0;
  }

  get size(): number {
    return this.numbers.byteLength;
  }
}

const grown = (length: number): number => length + Math.ceil(length / 4) + 16;

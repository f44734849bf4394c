import { ByteColumn, numbersIn } from './byte-column';

/** Texts that are read again at once. */
const TEXTS_IN_A_PAGE = 32;
const END = 0;

/**
 * Texts in a row, as bytes: one for a letter of English. Bytes lie outside the heap, all of which is gone through when garbage is
 * collected, while the window stands still. Texts without NUL come back as they were.
 */
export class TextColumn {
  /** Those that are full. */
  readonly pages: Uint8Array[] = [];
  private readonly open = new ByteColumn();
  private count = 0;

  push(text: string): void {
    for (let place = 0; place < text.length; place += 1) this.open.pushNumber(text.charCodeAt(place));
    this.open.pushNumber(END);
    this.count += 1;
    if (this.count % TEXTS_IN_A_PAGE !== 0) return;
    this.pages.push(this.open.bytes.slice(0, this.open.length));
    this.open.length = 0;
  }

  /** The one that was pushed after so many others. */
  at(index: number): string {
    const page =
      this.pages[Math.floor(index / TEXTS_IN_A_PAGE)] ?? this.open.bytes.subarray(0, this.open.length);
    let ahead = index % TEXTS_IN_A_PAGE;
    let text = '';
    for (const unit of numbersIn(page)) {
      if (unit === END) ahead -= 1;
      else if (ahead === 0) text += String.fromCharCode(unit);
      if (ahead < 0) break;
    }
    return text;
  }
}

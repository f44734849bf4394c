/** Texts that are decoded at once. */
const TEXTS_IN_A_PAGE = 64;
const END = '\0';
// Bytes lie outside the heap, all of which is gone through when garbage is collected, while the window stands still.
const ENCODER = new TextEncoder();
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

/** Texts in a row, as bytes; without NUL and halves of surrogate pairs in them, they come back as they were. */
export class TextColumn {
  /** Those that are full. */
  readonly pages: Uint8Array[] = [];
  private last: string[] = [];

  push(text: string): void {
    this.last.push(text);
    if (this.last.length < TEXTS_IN_A_PAGE) return;
    this.pages.push(ENCODER.encode(this.last.join(END)));
    this.last = [];
  }

  /** Empty where there is none. */
  at(index: number): string {
    const page = this.pages[Math.floor(index / TEXTS_IN_A_PAGE)];
    const texts = page === undefined ? this.last : DECODER.decode(page).split(END);
    return texts[index % TEXTS_IN_A_PAGE] ?? '';
  }
}

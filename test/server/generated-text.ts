import type { SeededRandom } from './seeded-random';

const WORDS =
  'the of and to in that it is was he for on as with his they at be this from have or by one had not but what all were when we there can an your which their said if do will each about how up out them then she many some so these would other into has more her two like him see time could no make than first been its who now people my made over did down only way find use may water long little very after words called just where most know get through back much before go good new write our used me man too any day same right look think also around another came come work three word must because does part even place well such here take why things help put years different away again off went old number great tell men say small every found still between name should home big give air line set own under read last never us left end along while might next sound below saw something thought both few those always looked show large often together asked house world going want school important until form food keep children feet land side without boy once animals life enough took sometimes four head above kind began almost live page got earth need far hand high year mother light country father let night following picture being study second eyes soon times story boys since white days ever paper hard near sentence better best across during today others however sure means knew try told young miles sun ways thing whole hear example heard several change answer room sea against top turned learn point city play toward five using himself usually'.split(
    ' ',
  );
const SENTENCES_IN_POOL = 1500;

/**
 * Plain prose of natural lengths from a stock of sentences: quick to make in bulk, the same for the same
 * randomness.
 */
export class GeneratedText {
  readonly #random: SeededRandom;
  readonly #sentences: readonly string[];

  constructor(random: SeededRandom) {
    this.#random = random;
    this.#sentences = Array.from({ length: SENTENCES_IN_POOL }, () => this.#sentence());
  }

  /** 80 to 600 characters, most of them short; now and then in two paragraphs. */
  passage(): string {
    const length = 80 + Math.floor(520 * this.#random.next() ** 2);
    let text = this.#stock();
    while (text.length < length) text += (this.#random.chance(0.04) ? '\n\n' : ' ') + this.#stock();
    return text.length <= 600 ? text : `${text.slice(0, 598).trimEnd()}…`;
  }

  /** A page of HTML with 40 to 80 parts: paragraphs most of all, headings, lists, quotes, code and tables. */
  page(): string {
    const parts = Array.from({ length: this.#random.between(40, 80) }, () => this.#part());
    return `<article><h1>${this.title()}</h1>${parts.join('\n')}</article>`;
  }

  #part(): string {
    const row = (): string =>
      `<tr><td>${this.title()}</td><td>${String(this.#random.between(1, 999))}</td></tr>`;
    const paragraph = `<p>${this.passage().replace(/\n\n/g, ' ')} <a href="/page">${this.name()}</a>, <em>${this.title()}</em>.</p>`;
    const others = [
      `<h2>${this.title()}</h2>`,
      `<ul><li>${this.note()}</li><li>${this.note()}</li></ul>`,
      `<blockquote><p>${this.passage()}</p></blockquote>`,
      `<pre><code class="language-js">let ${this.name()} = 1;</code></pre>`,
      `<table><tr><th>Name</th><th>Count</th></tr>${row()}${row()}</table>`,
    ] as const;
    return this.#random.chance(0.7) ? paragraph : this.#random.pick(others);
  }

  note(): string {
    return this.#stock();
  }

  title(): string {
    const words = this.#words(this.#random.between(2, 6));
    return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
  }

  name(): string {
    return this.#words(2)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(' ');
  }

  #stock(): string {
    return this.#sentences[this.#random.between(0, this.#sentences.length - 1)] ?? '';
  }

  #sentence(): string {
    const words = this.#words(this.#random.between(5, 22));
    const comma = this.#random.between(2, 12);
    const text = words
      .map((word, index) => (index === comma && index < words.length - 1 ? `${word},` : word))
      .join(' ');
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
  }

  #words(count: number): string[] {
    return Array.from({ length: count }, () => WORDS[this.#random.between(0, WORDS.length - 1)] ?? 'word');
  }
}

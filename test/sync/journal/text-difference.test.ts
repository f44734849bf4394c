import * as fc from 'fast-check';
import { textDifference, textFrom } from '../../../src/sync/journal/text-difference';

const lines = fc.array(fc.constantFrom('', 'One.', 'Two.', '> Three.', '\r', 'Four.\r', ' '), {
  maxLength: 12,
});
const texts = lines.map((some) => some.join('\n'));

describe('a text stored by another one', () => {
  it('should come back to the byte when the other is there', () => {
    fc.assert(
      fc.property(texts, texts, (text, other) => {
        expect(textFrom(other, textDifference(text, other))).toBe(text);
      }),
    );
  });

  it('should come back to the byte when the two have no line in common', () => {
    const text = Array.from({ length: 400 }, (_, index) => `New ${String(index)}.`).join('\n');
    const other = text.replaceAll('New', 'Old');
    expect(textFrom(other, textDifference(text, other))).toBe(text);
  });

  it('should hold little more than the lines that differ when two long texts differ in two places', () => {
    const other = Array.from({ length: 400 }, (_, index) => `Line ${String(index)}.`).join('\n');
    const text = other.replace('Line 20.', 'Changed.').replace('Line 390.', 'Changed, too.\nAnd added.');
    expect(JSON.stringify(textDifference(text, other)).length).toBeLessThan(100);
  });
});

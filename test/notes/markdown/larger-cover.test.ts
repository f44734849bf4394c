import { largerCover } from '../../../src/notes/markdown/url';

describe('largerCover', () => {
  it.each(['SL75', 'SL160', 'SL200', 'SY160'])(
    'should ask Amazon for a larger picture when the address says %s',
    (size) => {
      const address = `https://images-na.ssl-images-amazon.com/images/I/5._${size}_.jpg`;
      expect(largerCover(address)).toBe(
        `https://images-na.ssl-images-amazon.com/images/I/5._${size.slice(0, 2)}500_.jpg`,
      );
    },
  );

  it.each([
    'https://example.org/a._SL200_.jpg',
    'https://m.media-amazon.com/images/I/5._SL500_.jpg',
    'https://m.media-amazon.com/images/I/SL200.jpg',
    '',
  ])('should keep the address when it is %p', (address) => {
    expect(largerCover(address)).toBe(address);
  });
});

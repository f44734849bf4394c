import type { ParseHtml } from '../../../src/notes/html/html-to-markdown';

/** What the conversion needs of a host's parser. */
export function describeParseHtml(where: string, parseHtml: ParseHtml): void {
  describe(`reading a page ${where}`, () => {
    it('should give the body when the page is a fragment', () => {
      const body = parseHtml('<p>One</p>two');
      expect(body.nodeName).toBe('BODY');
      expect(body.innerHTML).toBe('<p>One</p>two');
    });

    it('should give an empty body when there is nothing to read', () => {
      expect(parseHtml('').childNodes).toHaveLength(0);
    });

    it('should keep the head apart and reachable when the page is whole', () => {
      const body = parseHtml(
        '<html><head><title>T</title><base href="https://a.b/"></head><body>x</body></html>',
      );
      expect(body.textContent).toBe('x');
      expect(body.ownerDocument.getElementsByTagName('base')[0]?.getAttribute('href')).toBe('https://a.b/');
    });

    it('should mend what is not closed when the page is broken', () => {
      expect(parseHtml('<p>a<p>b<li>c').innerHTML).toBe('<p>a</p><p>b</p><li>c</li>');
    });

    it('should run nothing when the page has a program', () => {
      const body = parseHtml(
        '<script>document.title = "ran"</script><img src="x:y" onerror="document.title = 1">',
      );
      expect(body.ownerDocument.title).toBe('');
    });
  });
}

import fc from 'fast-check';
import { plainTextOfHtml } from '../../src/readwise/document-records';

describe('plainTextOfHtml', () => {
  test.each([
    ['<p>One <b>bold</b> word.</p><p>Two.</p>', 'One bold word.\n\nTwo.'],
    ['a <a href="https://example.org">link</a> out', 'a link out'],
    ['line<br>break<br/>again', 'line\nbreak\nagain'],
    ['<ul><li>one</li><li>two</li></ul>', 'one\ntwo'],
    ['Fish &amp; chips &lt;3 &#8212; &#x2014; a&nbsp;b &unknown;', 'Fish & chips <3 — — a b &unknown;'],
    ['1 < 2 and 3 > 2', '1 < 2 and 3 > 2'],
    ['seen<script>alert("<p>never</p>")</script><style>p{}</style> still', 'seen still'],
    ['before<!-- <p>never</p> -->after', 'beforeafter'],
    ['ends <b in the middle', 'ends'],
    ['<!DOCTYPE html><?xml version="1.0"?><P>One</P>two<BR>three', 'One\n\ntwo\nthree'],
    ['a<SCRIPT>never</Script>b<script>never</script>c<script>never', 'abc'],
    [' one \n\t two <p> three\u00a0</p>\n<p></p><p>four', 'one two\n\nthree\n\nfour'],
    [
      '&AMP;&#X41;&#xd7ff;&#xe000;&#xdbff;&#xdfff;&#x10ffff;&#x110000;',
      '&A\ud7ff\ue000\ufffd\ufffd\u{10ffff}\ufffd',
    ],
    ['&#0;&#xD800;&#1114112;', '\ufffd\ufffd\ufffd'],
    ['\n<figure><img alt="x" src="https://a.b/c?d=1&amp;e==">\n</figure>', '![](https://a.b/c?d=1&e==)'],
    ['<img alt="none">', ''],
    ['', ''],
  ])('should keep the prose when the HTML is %p', (html, text) => {
    expect(plainTextOfHtml(html)).toBe(text);
  });

  it('should keep every word of a text without markup', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-zäöü]{1,8}$/)), (words) => {
        expect(plainTextOfHtml(words.join(' '))).toBe(words.join(' '));
      }),
    );
  });

  it('should come to an end when the HTML is nothing but beginnings', () => {
    for (const piece of ['<', '<p', '<script>', '<!--', '</', '&', '<p>'])
      expect(typeof plainTextOfHtml(piece.repeat(50_000))).toBe('string');
  });
});

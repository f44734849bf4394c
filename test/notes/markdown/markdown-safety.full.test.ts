import * as fc from 'fast-check';
import { inlineMarkdown } from '../../../src/notes/markdown/write-line';
import { linkTarget, webAddress } from '../../../src/notes/markdown/url';
import { obsidianTag } from '../../../src/notes/template/property-value';
import { inertLine } from '../../../src/notes/markdown/plain-text';
import { hostileText } from '../../model/hostile-text';
import { ADDRESS } from '../../support/note-reader/what-acts';
import { readOutsideCode } from '../../model/outside-code';
import { settle } from '../../../src/notes/template/settle';
import { passageText } from '../../model/passage-text';

const RUNS = { numRuns: 3000 };
const ANCHOR = /(^|\s)\^[A-Za-z0-9-]+\s*$/;
const TAG = /<[a-zA-Z/!?]/;
const UNSEEN = /[^\P{Cc}\t\n]|[\u2028-\u202e\u2066-\u2069\ufeff]|\p{Cs}/u;
// Parsers read `- ` and `> ` before anything else on a line.
const content = (line: string): string =>
  line.replace(/^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*/, '');
const LANGUAGES = /^(?:|text|js|python|typescript|xml|tex|c\+\+)$/;

function expectInert(markdown: string): void {
  expect(markdown).not.toContain('<%');
  expect(markdown).not.toMatch(UNSEEN);
  for (const line of markdown.split('\n')) expect(line).not.toMatch(ANCHOR);
  for (const line of readOutsideCode(markdown).lines) {
    expect(line).not.toContain('%%');
    expect(line).not.toMatch(TAG);
    expect(line).not.toMatch(/\[\[/);
    expect(line).not.toMatch(/::/);
    expect(line).not.toMatch(/(^|\s)#[\p{L}_]/u);
    expect(line).not.toMatch(/^\^\[|[^\\]\^\[|[^\\]\[\^/);
    for (const link of line.matchAll(/(?<!\\)\]\(([^)]*)/g)) expect(link[1]).toMatch(ADDRESS);
    for (const scheme of line.replace(/\]\([^)]*/g, '').matchAll(/([A-Za-z][A-Za-z0-9+.-]*):\/\//g))
      expect(scheme[1]).toMatch(/^https?$/i);
    const text = content(line);
    expect(text).not.toMatch(/^#{1,6}(?:\s|$)/);
    expect(text).not.toMatch(/^(?:=+|-+)\s*$/);
    expect(text).not.toMatch(/^\[.\]\s/u);
    expect(text).not.toMatch(/^\[![A-Za-z]/);
    expect(text).not.toMatch(/^\[[^\]\\]*\]:/);
  }
}

describe('writePassage', () => {
  it('should give inert markdown when the passage is hostile (I10)', () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        expectInert(settle(passageText(text)));
      }),
      RUNS,
    );
  });

  it('should close every fence and allow only plain languages when the passage is hostile (I10)', () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        for (const fence of readOutsideCode(settle(passageText(text))).fences) {
          expect(fence.closed).toBe(true);
          expect(fence.info).toMatch(LANGUAGES);
        }
      }),
      RUNS,
    );
  });

  it('should have no blank line at either end and at most one between blocks of text when the passage is hostile', () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const markdown = settle(passageText(text));
        expect(markdown).toBe(markdown.replace(/^\n+|\n+$/g, ''));
        const code = readOutsideCode(markdown);
        if (code.fences.length === 0) expect(markdown).not.toContain('\n\n\n');
      }),
      RUNS,
    );
  });

  it('should keep every letter of every script when nothing else is in the passage', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string({
            unit: fc.constantFrom('a', 'é', 'ß', 'я', '言', 'ع', 'ก', '🙂', 'र्', '’', '—', ','),
            minLength: 1,
          }),
          { minLength: 1 },
        ),
        (words) => {
          expect(passageText(words.join(' '))).toBe(words.join(' ').trim());
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('should change nothing more when it reads its own output', () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const once = settle(passageText(text));
        expectInert(settle(passageText(once)));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('inlineMarkdown', () => {
  it('should give one inert line without links or formatting when the text is hostile (I10)', () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const markdown = inlineMarkdown(text);
        expectInert(markdown);
        expect(markdown).not.toContain('\n');
        expect(markdown).not.toMatch(/(?:^|[^\\])(?:\\\\)*[`*[\]]/);
        expect(markdown).not.toMatch(/^(?:>|[-+] |\d+[.)] |~~~)/);
        expect(markdown).not.toMatch(/(?:^|[^\\])(?:\\\\)*\$\S/);
        expect(markdown).not.toMatch(/==|~~/);
      }),
      RUNS,
    );
  });

  it('should read the same when escapes are taken back', () => {
    const read = (markdown: string): string =>
      markdown.replace(
        /\\([!-/:-@[-`{-~])|&lt;/g,
        (whole, escaped: string | undefined) => escaped ?? (whole === '&lt;' ? '<' : whole),
      );
    fc.assert(
      fc.property(
        hostileText().filter((text) => !text.includes('&')),
        (text) => {
          expect(read(inlineMarkdown(text))).toBe(
            inertLine(text).replace(/< %/g, '<%').replace(/ +/g, ' ') === ''
              ? ''
              : read(inlineMarkdown(text)),
          );
          expect(read(inlineMarkdown(text)).replace(/< ?%/g, '<%')).toBe(
            inertLine(text).replace(/< ?%/g, '<%'),
          );
        },
      ),
      RUNS,
    );
  });
});

describe('webAddress and linkTarget', () => {
  it('should hold nothing that ends a link or means something to a plugin when the address is hostile (I10)', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          'https://a.b/',
          'http://x',
          'mailto:a@b?',
          'zotero://x',
          'obsidian://',
          'javascript:',
          'HTTPS://É.example/ü?q=',
        ),
        hostileText(),
        (start, text) => {
          for (const address of [webAddress(start + text), linkTarget(start + text)]) {
            expect(address).not.toMatch(/[\s()[\]<>`"'\\{}|^*$]|%%|::|%(?![0-9A-Fa-f]{2})/);
            if (address !== '') expect(address).toMatch(ADDRESS);
          }
        },
      ),
      RUNS,
    );
  });

  it('should not change an address that is safe already', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (url) => {
        expect(webAddress(webAddress(url))).toBe(webAddress(url));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('obsidianTag and inertLine', () => {
  it('should give a legal tag or none when the name is hostile', () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        const tag = obsidianTag(text);
        if (tag === '') return;
        expect(tag).not.toMatch(/[\s!"#$%&'()*+,.:;<=>?@[\\\]^`{|}~\u2000-\u206f\u2e00-\u2e7f]/);
        expect(tag).not.toMatch(/^[\d/]+$/);
      }),
      RUNS,
    );
  });

  it('should give one line that Templater does not run when the text is hostile (I10)', () => {
    fc.assert(
      fc.property(hostileText(), (text) => {
        expect(inertLine(text)).not.toMatch(/<%|\n/);
        expect(inertLine(text)).not.toMatch(UNSEEN);
      }),
      RUNS,
    );
  });
});

import fc from 'fast-check';

const NAMES = (
  'p div span b strong i em a code pre kbd mark del sub sup q ul ol li dl dt dd table thead tbody tr td th caption blockquote h1 h2 h3 h6 hr br img figure figcaption ' +
  'details summary section article iframe video audio object embed script style noscript template select option input ' +
  'button form label ruby rt font center nobr x-tex x-footnote x-footnote-ref title base body html head textarea marquee address menu dir xmp plaintext frameset'
).split(' ');

const ATTRIBUTES = [
  '',
  '',
  '',
  '',
  ' href="https://a.b/c"',
  ' href="#x1"',
  ' href="javascript:x"',
  ' id="x1"',
  ' id="fn1"',
  ' src="https://a.b/i.png"',
  ' src="data:x"',
  ' alt="a|b"',
  ' class="katex"',
  ' class="math inline"',
  ' class="language-js"',
  ' style="display:none"',
  ' hidden',
  ' type="checkbox"',
  ' type="math/tex"',
  ' start="5"',
  ' value="7"',
  ' colspan="2"',
  ' rowspan="3"',
  ' align="right"',
  ' role="presentation"',
  ' display="block"',
  ' label="3"',
  ' width="1"',
  ' encoding="application/x-tex"',
  ' name="x1"',
  ' class=footnotes',
  ' class="gutter"',
  ' class="line"',
  ' class="code"',
] as const;

// What is neither HTML nor whole, older and newer parsers leave in different places.
const TEXTS = [
  '<math><mi>x</mi><annotation encoding="application/x-tex">x</annotation></math>',
  '<svg><title>t</title><path d="M0"/></svg>',
  '<math display="block"><msup><mi>x</mi><mn>2</mn></msup></math>',
  ' ',
  '\n',
  '\n\n  ',
  'word',
  ' two words ',
  '*',
  '_x_',
  '#',
  '- ',
  '1. ',
  '[',
  ']',
  '](',
  '!',
  '`',
  '```',
  '$',
  '$x$',
  '|',
  '\\',
  '<',
  '>',
  '&',
  '&amp;',
  '&lt;',
  '&nbsp;',
  '&#x202e;',
  '&#0;',
  '言葉',
  '。',
  '"',
  '==',
  '~~',
  '%%',
  '<!--',
  '-->',
  '<![CDATA[x]]>',
  '<?x?>',
  '</',
  '<p',
  '^',
  '1',
  '🙂',
  '\u0000',
  '\u00ad',
] as const;

/** Pages in which tags open and close anyhow. */
export const brokenHtml = (): fc.Arbitrary<string> => {
  const name = fc.constantFrom(...NAMES);
  const opening = fc
    .tuple(name, fc.constantFrom(...ATTRIBUTES), fc.constantFrom(...ATTRIBUTES))
    .map(([tag, one, two]) => `<${tag}${one}${two}>`);
  const closing = name.map((tag) => `</${tag}>`);
  return fc
    .array(
      fc.oneof(
        { weight: 5, arbitrary: opening },
        { weight: 3, arbitrary: closing },
        { weight: 5, arbitrary: fc.constantFrom(...TEXTS) },
      ),
      { maxLength: 40 },
    )
    .map((pieces) => pieces.join(''));
};

import fc from 'fast-check';
import { compiled } from '../core/compiled';
import { sampleBook, sampleItem } from '../core/sample-item';
import { tidyText } from '../../src/core/template/rendered-text';
import { hostileRuns } from '../property/hostile-runs';
import { converted } from './converted';

/** A template as a tree of its own, which the test can write both as Jinja and as what comes of it. */
type Node =
  | { readonly text: string }
  | { readonly value: 'title' | 'author'; readonly trims: Trims }
  | {
      readonly test: 'title' | 'author';
      readonly body: readonly Node[];
      readonly otherwise: readonly Node[] | null;
      readonly trims: readonly [Trims, Trims, Trims];
    };
interface Trims {
  readonly before: boolean;
  readonly after: boolean;
}
type Token =
  | { readonly text: string }
  | {
      readonly tag: string;
      readonly trims: Trims;
      readonly gives: 'title' | 'author' | 'open' | 'else' | 'close';
      readonly isTaken: boolean;
    };

const VALUES = { title: 'T', author: '' };

function tokens(nodes: readonly Node[]): readonly Token[] {
  return nodes.flatMap((node): readonly Token[] => {
    if ('text' in node) return [node];
    if ('value' in node)
      return [{ tag: `{{ ${node.value} }}`, trims: node.trims, gives: node.value, isTaken: true }];
    const isTaken = VALUES[node.test] !== '';
    const [open, middle, close] = node.trims;
    const otherwise: readonly Token[] =
      node.otherwise === null
        ? []
        : [{ tag: '{% else %}', trims: middle, gives: 'else', isTaken }, ...tokens(node.otherwise)];
    return [
      { tag: `{% if ${node.test} %}`, trims: open, gives: 'open', isTaken },
      ...tokens(node.body),
      ...otherwise,
      { tag: '{% endif %}', trims: close, gives: 'close', isTaken },
    ];
  });
}

const jinja = (all: readonly Token[]): string =>
  all
    .map((token) =>
      'text' in token
        ? token.text
        : `${token.tag.slice(0, 2)}${token.trims.before ? '-' : ''}${token.tag.slice(2, -2)}${token.trims.after ? '-' : ''}${token.tag.slice(-2)}`,
    )
    .join('');

/** What Jinja would write: a plain reading of its rules. */
function expected(all: readonly Token[]): string {
  const isShown: boolean[] = [];
  return all
    .map((token, index) => {
      if ('tag' in token) {
        if (token.gives === 'open') isShown.push(token.isTaken);
        else if (token.gives === 'else') isShown.push(!isShown.pop());
        else if (token.gives === 'close') isShown.pop();
        else return isShown.every(Boolean) ? VALUES[token.gives] : '';
        return '';
      }
      if (!isShown.every(Boolean)) return '';
      const [last, next] = [all[index - 1], all[index + 1]];
      const text =
        last !== undefined && 'tag' in last && last.trims.after ? token.text.trimStart() : token.text;
      return next !== undefined && 'tag' in next && next.trims.before ? text.trimEnd() : text;
    })
    .join('');
}

const trims = fc.record({ before: fc.boolean(), after: fc.boolean() });
const name = fc.constantFrom<'title' | 'author'>('title', 'author');
const word = fc
  .array(fc.constantFrom('\n', '\n', ' ', 'a', 'b.', '\\', '{', '}'), { minLength: 1, maxLength: 4 })
  .map((pieces) => pieces.join(''));
const { nodes } = fc.letrec<{ node: Node; nodes: readonly Node[] }>((tie) => ({
  nodes: fc.array(tie('node'), { maxLength: 5 }),
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    word.map((text) => ({ text })),
    fc.record({ value: name, trims }),
    fc.record({
      test: name,
      body: tie('nodes'),
      otherwise: fc.option(tie('nodes')),
      trims: fc.tuple(trims, trims, trims),
    }),
  ),
}));

/** Two texts beside each other are one, and none begins or ends what is a tag with its neighbour. */
const isPlain = (all: readonly Token[]): boolean => {
  const source = jinja(all);
  return (
    all.every((token, index) => !('text' in token) || !('text' in (all[index + 1] ?? { tag: '' }))) &&
    !/\{\{\{|\{\{%|\}\}\}|%\}\}|\{[{%#]/.test(
      all.map((token) => ('text' in token ? token.text : '\0')).join(''),
    ) &&
    !/\{\{[{%]|[%}]\}\}/.test(source)
  );
};

describe('white space', () => {
  it('should be that of Jinja when blocks, values and line breaks stand in any order', () => {
    fc.assert(
      fc.property(nodes.map(tokens).filter(isPlain), (all) => {
        const { text, warnings } = converted(`${jinja(all)}\n%% highlight %%\nx`);
        expect(warnings).toEqual([]);
        const note = compiled(text).render(sampleItem({ book: sampleBook({ title: 'T' }) }));
        // Blanks at the end of a line, and on a line that has nothing else, are nothing that a reader sees.
        const seen = (markdown: string): string =>
          tidyText(markdown.replace(/[ \t]+$/gm, '').replace(/^[ \t]+/gm, ''));
        expect(seen(note.header)).toBe(seen(expected(all)));
      }),
      hostileRuns(200),
    );
  });
});

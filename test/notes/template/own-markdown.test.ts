import { settle } from '../../../src/notes/template/settle';
import { ownMarkdown } from '../../../src/notes/template/values';
import { compiled } from '../../model/compiled';
import { sampleHighlight, sampleItem } from '../../model/sample-item';

describe('markdown of a person behind words of a template', () => {
  it.each([
    ['a tag', '#idea of mine', '**Note:** #idea of mine'],
    ['a tag in the last line', 'Mine\n#idea', '**Note:** Mine\n#idea'],
    ['a heading', '# Mine', '**Note:**\n\n# Mine'],
    ['an empty heading', '##\nMine', '**Note:**\n\n##\nMine'],
    ['a list', '- a\n- b', '**Note:**\n\n- a\n- b'],
  ])('should stand in a block of its own only where it is one, with %s', (_what, text, expected) => {
    expect(settle(`**Note:** ${ownMarkdown(text)?.toMarkdown() ?? ''}`)).toBe(expected);
  });
});

describe('a callout', () => {
  it.each([
    ['{{hashtags tags}}', '> [!tip]\n> #idea'],
    ['{{heading 2 text}}', '> [!tip]\n>\n> ## A passage'],
  ])('should have a blank line above its text only for a block, with %s', async (content, expected) => {
    const { blocks } = await compiled(
      `\n%% highlight %%\n{{#callout "tip"}}\n${content}\n{{/callout}}`,
    ).render(sampleItem({ highlights: [sampleHighlight({ text: 'A passage', tags: ['idea'] })] }));
    expect(blocks.map(({ text }) => text)).toEqual([expected]);
  });
});

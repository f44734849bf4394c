import { compiled } from '../../model/compiled';
import { sampleHighlight, sampleItem } from '../../model/sample-item';

const written = async (template: string, text: string): Promise<string> =>
  (
    await compiled(`\n%% highlight %%\n${template}`).render(
      sampleItem({ highlights: [sampleHighlight({ text })] }),
    )
  ).blocks[0]?.text ?? '';

describe('italic and bold', () => {
  it.each([
    ['Words.', '_Words._'],
    ['Two lines\nof it.\n\nA *second* paragraph.', '_Two lines\nof it._\n\n_A *second* paragraph._'],
    ['First.\n\n- a list', 'First.\n\n- a list'],
    ['```\ncode\n\nmore\n```', '```\ncode\n\nmore\n```'],
    ['a | b\n--- | ---\n1 | 2', 'a | b\n--- | ---\n1 | 2'],
    ['> quoted', '> quoted'],
    ['_', '_'],
    ['word\n**', 'word\n**'],
    ['path\\', 'path\\\\'],
    ['', ''],
  ])('should mark paragraphs and nothing else when the passage is %j', async (text, expected) => {
    expect(await written('{{italic text}}', text)).toBe(expected);
  });

  it('should escape what is plain text when a title is emphasized', async () => {
    expect(await written('{{bold "a*b"}}', '')).toBe('**a\\*b**');
  });
});

import { builtInStyles } from '../../../src/notes/template/built-in-templates';
import { compiled } from '../../model/compiled';
import { sampleBook, sampleHighlight, sampleItem } from '../../model/sample-item';

const HIGHLIGHTS = Array.from({ length: 1003 }, (_, index) =>
  sampleHighlight({
    anchor: `rw${String(index + 1)}`,
    text: `Passage ${String(index)}`,
    note: index % 7 === 0 ? '.c1' : '.c2',
    tags: ['c1', 'c2'],
  }),
);

describe('steps of a template', () => {
  it('should render the same as at once when a book has many highlights', () => {
    const template = compiled(builtInStyles.classic);
    const item = sampleItem({ book: sampleBook(), highlights: HIGHLIGHTS });
    const steps = template.steps(item);
    let count = 1;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count += 1;
    expect(count).toBeGreaterThan(10);
    expect(step.value.blocks).toHaveLength(HIGHLIGHTS.length);
    expect(step.value).toEqual(template.render(item));
  });
});

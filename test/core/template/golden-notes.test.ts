import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInTemplates } from '../../../src/core/template/built-in-templates';
import { kindOf } from '../../../src/core/library/item-kind';
import type { Item } from '../../../src/core/library/model';
import type { RenderedNote } from '../../../src/core/template/template';
import { compiled } from '../compiled';

const GOLDEN = join(__dirname, '..', '..', 'golden');

/** A rendered note as a person reads it in a review: properties, header, then each block with its anchor. */
function readable({ properties, header, blocks }: RenderedNote): string {
  const lines = properties.map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `${[lines.join('\n'), header, ...blocks.map((block) => `${block.text}\n(${block.anchor})`)].join('\n\n')}\n`;
}

const cases = readdirSync(GOLDEN).filter((name) => existsSync(join(GOLDEN, name, 'item.json')));

describe('the built-in templates', () => {
  it.each(cases)('should write the very same note when the item is %s', (name) => {
    const item = JSON.parse(readFileSync(join(GOLDEN, name, 'item.json'), 'utf8')) as Item;
    const expected = join(GOLDEN, name, 'expected.md');
    const kind = kindOf(item);
    expect(name.startsWith(kind)).toBe(true);
    const note = readable(compiled(builtInTemplates[kind]).render(item));
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(expected, note);
    expect(note).toBe(readFileSync(expected, 'utf8'));
  });
});

import { layOut, type PlacedBlock } from '../../../src/core/merge/merge-layout';

const block = (given: Partial<PlacedBlock> = {}): PlacedBlock => ({
  anchor: 'rw1',
  lines: ['One. ^rw1'],
  tail: [''],
  isOurs: true,
  above: '',
  ...given,
});
const head = (lead: readonly string[], header: readonly string[], intro: readonly string[]) => ({
  lead,
  header,
  intro,
});

describe('layOut', () => {
  it('should set the parts of the head off by one blank line when they have none', () => {
    expect(layOut(head(['Above.'], ['# Title'], ['Under.']), [])).toBe('Above.\n\n# Title\n\nUnder.');
    expect(layOut(head([], ['# Title'], ['', 'Under.']), [])).toBe('# Title\n\nUnder.');
  });

  it('should begin with the first line that there is', () => {
    expect(layOut(head([], [], []), [block()])).toBe('One. ^rw1\n');
  });

  it.each([
    ['the person wrote directly above it', head(['', 'Mine.'], ['# Title'], ['', 'Under.'])],
    ['the person changed the header, whose end it stands under', head([], ['# Title', 'Under.'], [])],
  ])('should leave the first block attached when %s', (_case, above) => {
    expect(layOut(above, [block()])).toContain('Under.\nOne. ^rw1');
  });

  it('should set the first block off when it stood under the header as the service has it, or under another block', () => {
    expect(layOut(head(['Mine.'], ['# Title'], []), [block()])).toContain('# Title\n\nOne. ^rw1');
    expect(layOut(head([], ['# Title'], ['Under.']), [block({ above: 'rw2' })])).toContain(
      'Under.\n\nOne. ^rw1',
    );
    expect(layOut(head([], ['# Title'], ['Under.']), [block({ above: null })])).toContain(
      'Under.\n\nOne. ^rw1',
    );
  });

  it("should leave what stands under a block of the person's attached, and set it off under one of ours", () => {
    const blocks = (isOurs: boolean) => [
      block({ tail: ['mine'], isOurs }),
      block({ anchor: 'rw2', lines: ['Two. ^rw2'], above: 'rw1' }),
    ];
    expect(layOut(head([], [], []), blocks(false))).toBe('One. ^rw1\nmine\nTwo. ^rw2\n');
    expect(layOut(head([], [], []), blocks(true))).toBe('One. ^rw1\n\nmine\nTwo. ^rw2\n');
  });
});

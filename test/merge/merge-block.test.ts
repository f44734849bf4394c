import { lineMark, splitNote } from '../../src/notes/note/note';
import { NO_OWN_NOTES } from '../../src/notes/note/own-links';
import { bodyOf, highlight, MARK, merge, version, written } from './merge-sides';

const ONE = highlight(1, 'The soul becomes dyed with the colour of its thoughts.');
const TWO = highlight(2, 'Second passage.');
const WROTE = version([ONE, TWO]);
const TEXT = written(WROTE);
const become = (from: string, to: string) => version([{ ...ONE, text: ONE.text.replace(from, to) }, TWO]);
const EDITED = TEXT.replace('soul', 'mind');
const clashed = (): string => merge(EDITED, become('soul', 'spirit'), { wrote: WROTE }).text;

describe('a block that the person changed, and the service after that', () => {
  it("should be the service's again when both came to the same text", () => {
    const next = become('soul', 'mind');
    expect(merge(`${EDITED}\nMine.\n`, next)).toMatchObject({ conflicts: [] });
    expect(merge(EDITED, next).text).toBe(written(next));
  });

  it('should lose its box when it comes to be what the service has', () => {
    const next = version([{ ...ONE, text: 'The mind becomes dyed with the colour of its dreams.' }, TWO]);
    expect(merge(clashed(), next, { wrote: become('soul', 'spirit') })).toEqual({
      text: written(next),
      conflicts: [],
    });
  });

  it('should lose the box that it got when the person took over the text in it and the service has moved on', () => {
    const taken = clashed().replace('The mind becomes', 'The spirit becomes');
    expect(merge(taken, become('soul', 'heart')).text).toBe(written(become('soul', 'heart')));
  });

  it("should be a conflict when the service's text would bring another anchor into it", () => {
    const next = version([{ ...ONE, text: `Look up ^rw7\n\n${ONE.text}` }, TWO]);
    const { text, conflicts } = merge(EDITED, next, { wrote: WROTE });
    expect(conflicts).toEqual(['rw1']);
    expect(bodyOf(text)).toContain('# Meditations\n\nThe mind becomes');
  });

  it("should be remembered by where the person's text begins and how long it is", () => {
    const { text } = merge(
      TEXT.replace('The soul becomes dyed', 'One of my own,\nthe mind becomes dyed'),
      become('soul', 'spirit'),
    );
    expect(splitNote(text).trailer?.blocks.get('rw1')).toMatchObject({
      lines: 2,
      first: lineMark('One of my own,', NO_OWN_NOTES),
    });
  });
});

describe('a shortened block under one that the service deleted', () => {
  const SHORT = { ...TWO, text: 'First of two.\n\nSecond of two.\n\nThird of two.' };
  const wrote = version([ONE, highlight(3, 'In between.'), SHORT]);
  const edited = written(wrote).replace('^rw3\n', '^rw3\n\n## Mine\n').replace(SHORT.text, 'All my own');

  it('should be read as before by the next merge, which changes nothing more (I5)', () => {
    const next = version([ONE, SHORT]);
    const options = { wrote, gone: new Set(['rw3']) };
    const { text } = merge(edited, next, options);
    expect(bodyOf(text)).toContain(`In between. ^rw3\n\n${MARK}\n\n## Mine\n\nAll my own ^rw2`);
    expect(merge(text, next, options).text).toBe(text);
  });
});

describe('a block that the service deleted', () => {
  const alone = version([TWO]);
  const gone = { gone: new Set(['rw1']) };

  it("should stay when all that is left in it is a word of the person's (I2)", () => {
    expect(bodyOf(merge(TEXT.replace(ONE.text, 'Mine.'), alone, gone).text)).toContain(
      `Mine. ^rw1\n\n${MARK}\n\nSecond`,
    );
  });

  it.each(['^rw1', '>\n> ^rw1', '> \n^rw1'])(
    'should go when nothing is left in it but its anchor and marks (%j)',
    (left) => {
      expect(bodyOf(merge(TEXT.replace(`${ONE.text} ^rw1`, left), alone, gone).text)).toBe(
        '# Meditations\n\nSecond passage. ^rw2',
      );
    },
  );

  it('should have the mark between it and what the person wrote directly under it', () => {
    const { text } = merge(TEXT.replace('^rw1\n', '^rw1\n- mine\n'), alone, gone);
    expect(bodyOf(text)).toContain(`thoughts. ^rw1\n\n${MARK}\n\n- mine\n\nSecond`);
  });
});

describe('a block that the service has again', () => {
  const alone = version([ONE]);
  const kept = (): string =>
    merge(TEXT.replace('^rw2\n', '^rw2\n\nMine.\n'), alone, { gone: new Set(['rw2']) }).text;
  const back = (text: string): string => bodyOf(merge(text, WROTE).text);
  const ABOVE = `# Meditations\n\n${ONE.text} ^rw1\n\nSecond passage. ^rw2`;

  it('should keep what the person wrote in place of the mark (I2)', () => {
    expect(back(kept().replace(`${MARK}\n\n`, ''))).toBe(`${ABOVE}\n\nMine.`);
  });

  it("should be remembered as the person's until the service has it again", () => {
    const { text } = merge(kept(), version([{ ...ONE, text: 'First, new.' }]));
    expect(text).toMatch(/ \+rw2 %%\n$/);
    expect(text).not.toContain(' -rw2');
  });

  it('should lose the mark when some program put blanks around it', () => {
    expect(back(kept().replace(MARK, ` ${MARK}  `))).toBe(`${ABOVE}\n\nMine.`);
  });

  it('should come to life when the person took away all that stood under it', () => {
    expect(back(kept().replace(`${MARK}\n\nMine.\n\n`, ''))).toBe(ABOVE);
  });

  it('should come when the person took it away and asks for what they deleted', () => {
    const emptied = kept().replace(/Second passage[^%]*Mine\.\n\n/, '');
    const asked = merge(emptied, alone, { removed: 'restore' }).text;
    expect([emptied.includes(' +rw2 '), asked]).toEqual([true, written(alone)]);
    expect(merge(asked, WROTE).text).toBe(TEXT);
    expect(bodyOf(merge(emptied, WROTE).text)).not.toContain('Second');
  });
});

describe('a block of which the service tells no more', () => {
  it('should stay with what the person wrote directly under it, and be followed when the service tells of it again', () => {
    const { text } = merge(TEXT.replace('^rw1\n', '^rw1\n- mine\n'), version([TWO]));
    expect(bodyOf(text)).toBe(`# Meditations\n\n${ONE.text} ^rw1\n- mine\n\nSecond passage. ^rw2`);
    expect(bodyOf(merge(text, become('soul', 'spirit')).text)).toContain(
      'The spirit becomes dyed with the colour of its thoughts. ^rw1\n\n- mine\n\nSecond',
    );
  });
});

describe('a block that the person split and wrote into', () => {
  it("should move as a whole with the service's order, also when the service has another text (I2)", () => {
    const long = highlight(2, 'Second passage has beginning words.\n\nIts ending differs wholly.');
    const wrote = version([ONE, long]);
    const edited = written(wrote).replace(
      'Second passage has beginning words.',
      'My second passage with beginning words.\n\nMine alone.',
    );
    const next = version([{ ...long, text: 'Another text stands here now.\n\nNothing alike remains.' }, ONE]);
    expect(bodyOf(merge(edited, next, { wrote }).text)).toContain(
      '# Meditations\n\nMy second passage with beginning words.\n\nMine alone.\n\nIts ending differs wholly. ^rw2',
    );
  });
});

describe("a block under the person's heading", () => {
  it('should be set off from it when its text changes, and left when it does not', () => {
    const headed = TEXT.replace('Second passage', '## mine\nSecond passage');
    expect(bodyOf(merge(headed, become('soul', 'spirit')).text)).toContain(
      '^rw1\n\n## mine\nSecond passage. ^rw2',
    );
    expect(bodyOf(merge(headed, version([ONE, { ...TWO, text: 'Second, new.' }])).text)).toContain(
      '^rw1\n\n## mine\n\nSecond, new. ^rw2',
    );
  });
});

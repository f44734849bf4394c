import { isUntouched, splitNote } from '../../src/notes/note/note';
import { bodyOf, BOX, highlight, MARK, merge, version, written } from './merge-sides';
import { findConflicts } from '../../src/merge/resolve-conflict';

const QUOTE = '> First passage.\n>\n> - one\n>   - two\n>\n> Page 1';
const CODE = 'See this:\n\n```js\nif (x) {\n  return 1;\n}\n```';
const ONE = highlight(1, QUOTE);
const TWO = highlight(2, CODE);
const THREE = highlight(3, '> Third passage.');
const WROTE = version([ONE, TWO, THREE]);
const CORRECTED = version([{ ...ONE, text: QUOTE.replace('First', 'Corrected') }, TWO, THREE]);

const FORMS: readonly (readonly [string, (text: string) => string])[] = [
  ['quote marks without blanks', (text) => text.replace(/^> /gm, '>')],
  ['quote marks with blanks at line ends', (text) => text.replace(/^>$/gm, '> ')],
  ['quote marks behind blanks', (text) => text.replace(/^>/gm, '   >')],
  ['quotes split by blank lines', (text) => text.replace(/^>$/gm, '')],
  ['blank lines around all', (text) => text.replace(/\n\n/g, '\n\n\n')],
  ['no blank lines between quotes and anchors', (text) => text.replace(/\n\n\^rw/g, '\n^rw')],
  ['lists indented by four', (text) => text.replace(/^> {3}- /gm, '>     - ')],
];

describe('a note that a formatter went over', () => {
  it.each(FORMS)('should count as untouched, and not be written, when it has %s', (_case, form) => {
    const formatted = form(written(WROTE));
    expect(formatted).not.toBe(written(WROTE));
    expect(isUntouched(splitNote(formatted))).toBe(true);
    expect(merge(formatted, WROTE)).toEqual({ text: formatted, conflicts: [] });
  });

  it.each(FORMS)('should get corrections without a conflict when it has %s', (_case, form) => {
    expect(merge(form(written(WROTE)), CORRECTED)).toEqual({ text: written(CORRECTED), conflicts: [] });
  });

  it.each(FORMS)('should lose deleted blocks when a person wrote in it and it has %s', (_case, form) => {
    const edited = form(written(WROTE).replace('See this:', 'My words.\n\nSee this:'));
    const { text } = merge(edited, version([ONE, TWO]), { gone: new Set(['rw3']), wrote: WROTE });
    expect(text).not.toContain('Third passage');
    expect(text).not.toContain(MARK);
  });

  it.each(FORMS)('should keep its form where only other blocks change and it has %s', (_case, form) => {
    const edited = form(written(WROTE)).replace('# Meditations', '# Meditations\n\nMy words.');
    const { text, conflicts } = merge(edited, CORRECTED, { wrote: WROTE });
    expect(conflicts).toEqual([]);
    const untouched = edited.slice(edited.indexOf('See this:'), edited.indexOf('%% florilegium')).trimEnd();
    expect(text).toContain(untouched);
    expect(text).toContain('> Corrected passage.');
    expect(merge(text, CORRECTED, { wrote: CORRECTED })).toEqual({ text, conflicts: [] });
  });

  it.each(FORMS)('should keep its box known when it has %s', (_case, form) => {
    const clashed = merge(written(WROTE).replace('First', 'Mine'), CORRECTED, { wrote: WROTE }).text;
    const formatted = form(clashed);
    expect(findConflicts(formatted, BOX).map(({ block }) => block)).toEqual(['rw1']);
    const later = version([{ ...ONE, text: QUOTE.replace('First', 'Later') }, TWO, THREE]);
    const { text } = merge(formatted, later, { wrote: CORRECTED });
    expect(text.match(/\[!warning\]/g)).toHaveLength(1);
    expect(bodyOf(text)).toContain('Later passage.');
    expect(text).not.toContain('Corrected');
  });

  it('should count as edited when the level of a quote changed', () => {
    const deeper = written(WROTE).replace('> Page 1', '> > Page 1');
    expect(isUntouched(splitNote(deeper))).toBe(false);
    expect(merge(deeper, CORRECTED, { wrote: WROTE }).text).toContain('> > Page 1');
  });

  it('should count as edited when the indentation of code changed', () => {
    const indented = written(WROTE).replace('  return 1;', '    return 1;');
    expect(isUntouched(splitNote(indented))).toBe(false);
    const next = version([ONE, { ...TWO, text: CODE.replace('See', 'Look at') }, THREE]);
    const { text } = merge(indented, next, { wrote: WROTE });
    expect(text).toContain('    return 1;');
    expect(text).toContain('Look at this:');
  });
});

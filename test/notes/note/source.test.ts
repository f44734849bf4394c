import { noteVersion, type NoteVersion } from '../../../src/notes/note/note';
import type { Item } from '../../../src/model/model';
import { aBook, aDocument, anItem, anItemHighlight } from '../../support/builders';

const HIGHLIGHT = anItemHighlight({ anchor: 'rw1', text: 'A passage.' });
const ITEM = anItem({ book: aBook({}), document: aDocument({}), highlights: [HIGHLIGHT] });

const versionOf = (item: Item, listsHighlights = false): NoteVersion =>
  noteVersion({
    item,
    rendered: {
      properties: [],
      header: '# Title',
      blocks: item.highlights.map(({ anchor }) => ({ anchor, text: 'A passage.' })),
      listsHighlights,
    },
  });

const headerSource = (item: Item, listsHighlights = false): string =>
  versionOf(item, listsHighlights).header.base.source;
const blockSource = (item: Item): string => [...versionOf(item).blocks.values()][0]?.base.source ?? '';

/** Another value of the same kind, or of the one that an empty value may become. */
function another(value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  if (Array.isArray(value)) return [...(value as readonly string[]), 'other'];
  return typeof value === 'string' ? `${value} other` : 'other';
}

const fieldsOf = (record: object, ...except: readonly string[]): readonly string[] =>
  Object.keys(record).filter((name) => !except.includes(name));

const changed = <Value extends object>(record: Value, field: string): Value => ({
  ...record,
  [field]: another(Reflect.get(record, field)),
});

describe('the source of a block', () => {
  it.each(fieldsOf(HIGHLIGHT, 'anchor', 'otherAnchor'))(
    "should tell of a change of a highlight's %s",
    (field) => {
      const next = { ...ITEM, highlights: [changed(HIGHLIGHT, field)] };
      expect(blockSource(next)).not.toBe(blockSource(ITEM));
      expect(headerSource(next, true)).not.toBe(headerSource(ITEM, true));
      expect(headerSource(next)).toBe(headerSource(ITEM));
    },
  );

  it("should not tell of a highlight's ids, which show in anchors alone", () => {
    const next = { ...ITEM, highlights: [{ ...HIGHLIGHT, otherAnchor: 'rd01' }] };
    expect(blockSource(next)).toBe(blockSource(ITEM));
  });
});

describe('the source of a header', () => {
  it.each(fieldsOf(aBook({}), 'id', 'deleted'))("should tell of a change of a book's %s", (field) => {
    const next = { ...ITEM, book: changed(aBook({}), field) };
    expect(headerSource(next)).not.toBe(headerSource(ITEM));
  });

  const readingTraces = ['readingProgress', 'updatedAt', 'firstOpenedAt', 'lastOpenedAt', 'lastMovedAt'];

  it.each(fieldsOf(aDocument({}), 'id', ...readingTraces))(
    "should tell of a change of a document's %s",
    (field) => {
      const next = { ...ITEM, document: changed(aDocument({}), field) };
      expect(headerSource(next)).not.toBe(headerSource(ITEM));
    },
  );

  it('should not tell of what changes while a person reads: each note would be written again for it', () => {
    for (const field of readingTraces)
      expect(headerSource({ ...ITEM, document: changed(aDocument({}), field) })).toBe(headerSource(ITEM));
  });

  it('should be the same whatever order the fields come in (I8)', () => {
    const reversed = Object.fromEntries(Object.entries(aDocument({})).reverse());
    const next = { ...ITEM, document: { ...aDocument({}), ...reversed } };
    expect(headerSource({ ...next, document: Object.assign({}, reversed, aDocument({})) })).toBe(
      headerSource(ITEM),
    );
  });
});

import { applyChange, emptyRecord, type ItemRecord, type RecordChange } from '../../../src/model/record';
import { composeNote, noteVersion, pathMark, splitNote } from '../../../src/notes/note/note';
import type { Action } from '../../../src/sync/plan/plan';
import { parseSettings } from '../../../src/model/settings';
import { createLayOut } from '../../../src/notes/layout/layout';
import type { Decide } from '../../../src/notes/layout/decision';
import type { ItemToPlan, NotePlan, PlanContext } from '../../../src/sync/plan/plan-context';
import { NotePaths } from '../../../src/sync/plan/locate-note';
import { planItem } from '../../../src/sync/plan/plan-item';
import {
  aBook,
  aDocument,
  aDocumentHighlight,
  aHighlight,
  anItem,
  anItemHighlight,
  inOneStep,
  plainTemplate,
} from '../../support/builders';
import { MemoryVault } from '../../support/memory-vault';

const PATH = 'Shelf/Meditations.md';
const SUFFIXED = 'Shelf/Meditations (1).md';

const record = (key: string, change: RecordChange): ItemRecord => applyChange(emptyRecord(key), change, null);
const BOOK = record('b:1', { book: aBook(), highlights: [aHighlight()] });

function contextOf(vault: MemoryVault): PlanContext {
  const settings = parseSettings({});
  if (!settings.ok) throw new Error(settings.problems.join());
  const decide: Decide = (given) => ({
    isLeftOut: false,
    placement: { folder: 'Shelf', title: given.book?.title ?? given.document?.title ?? '' },
    template: null,
    fullText: 'off',
    notePerHighlight: false,
  });
  return {
    vault,
    templates: () => inOneStep(plainTemplate),
    decide,
    layOut: createLayOut(decide, { textFolder: 'Texts' }),
    scope: settings.settings.scope,
    deletions: { untouched: 'trash', touched: 'mark', archiveFolder: 'Archive' },
    outOfScope: 'leave',
    textOf: () => Promise.resolve(null),
    paths: new NotePaths(vault),
  };
}

type Given = Partial<Pick<ItemToPlan, 'record' | 'written' | 'removed' | 'v2'>> & {
  readonly lastPath?: string | null;
};
/** Of an item whose only note is that of the whole. */
type ItemPlan =
  | (NotePlan & { readonly isProvisional: boolean })
  | { readonly kind: 'wait' }
  | { readonly kind: 'out-of-scope' };

async function plan(
  vault: MemoryVault,
  { record: of = BOOK, lastPath = null, ...given }: Given = {},
): Promise<ItemPlan> {
  const places = new Map(lastPath === null ? [] : [[of.key, { path: lastPath }]]);
  const found = await planItem(contextOf(vault), {
    record: of,
    written: null,
    places,
    removed: 'keep',
    v2: { kind: 'complete', upTo: null },
    ...given,
  });
  if (found.kind === 'wait') return found;
  const [note] = found.notes;
  return note === undefined ? { kind: 'out-of-scope' } : { ...note, isProvisional: found.isProvisional };
}

/** The vault after a first sync of a record, with what the person then made of the note. */
async function synced(of: ItemRecord, edit: (text: string) => string = (text) => text): Promise<MemoryVault> {
  const made = await plan(new MemoryVault(), { record: of });
  if (made.kind !== 'act' || made.action.kind !== 'create') throw new Error(made.kind);
  return new MemoryVault([[made.action.path, edit(made.action.text(made.action.path))]]);
}

const textIn = (vault: MemoryVault): string => vault.entries()[0]?.[1] ?? '';

function actionOf(found: ItemPlan): Action {
  if (found.kind !== 'act') throw new Error(found.kind);
  return found.action;
}

/** What a plan makes of the note that stands in the vault. */
function merged(vault: MemoryVault, found: ItemPlan): string {
  const action = actionOf(found);
  if (action.kind === 'update') return action.merge(textIn(vault), action.path);
  if (action.kind === 'rename') return action.merge(textIn(vault), action.to);
  throw new Error(action.kind);
}

describe('planItem, for an item without a note', () => {
  it('should make one that goes by its name, or by the id of the item where that name is taken', async () => {
    const made = await plan(new MemoryVault());
    expect(made).toMatchObject({
      kind: 'act',
      action: { kind: 'create', path: PATH, otherPath: SUFFIXED },
      duplicates: [],
      isMissing: false,
      isProvisional: false,
    });
    expect(actionOf(await plan(new MemoryVault([[PATH, 'Mine.']]))).path).toBe(SUFFIXED);
  });

  it('should count a note as missing that was there before, and make it again only when the person asks', async () => {
    expect(await plan(new MemoryVault(), { lastPath: PATH })).toMatchObject({
      kind: 'act',
      action: { kind: 'skip' },
      isMissing: true,
    });
    expect(await plan(new MemoryVault(), { lastPath: PATH, removed: 'restore' })).toMatchObject({
      kind: 'act',
      action: { kind: 'create' },
      isMissing: false,
    });
  });

  it('should name a note after what the service has, also where the scope leaves that out', async () => {
    const both = record('d:01hw3', {
      book: aBook({ documentId: '01hw3' }),
      highlights: [aHighlight({ discarded: true })],
      document: aDocument(),
    });
    expect(actionOf(await plan(new MemoryVault(), { record: both })).path).toBe(PATH);
  });

  it('should leave out what is not in scope', async () => {
    expect(
      await plan(new MemoryVault(), {
        record: record('d:01hw3', { document: aDocument({ location: 'feed' }) }),
      }),
    ).toEqual({ kind: 'out-of-scope' });
  });
});

describe('planItem, for an item with a note', () => {
  it('should do nothing when nothing is new, and tell of second notes of the same item', async () => {
    const vault = await synced(BOOK);
    vault.put('Copy.md', textIn(vault));
    expect(await plan(vault, { lastPath: PATH })).toMatchObject({
      kind: 'act',
      action: { kind: 'skip', path: PATH },
      duplicates: ['Copy.md'],
      isMissing: false,
    });
  });

  it('should merge with what was written before, where that is known', async () => {
    const vault = await synced(BOOK, (text) => text.replace('soul', 'mind'));
    const news = applyChange(
      BOOK,
      {
        highlights: [
          aHighlight({
            text: 'The soul becomes dyed with the colour of its dreams.',
            updatedAt: '2026-02-01T00:00:00.000Z',
          }),
        ],
      },
      null,
    );
    expect(merged(vault, await plan(vault, { record: news, written: BOOK, lastPath: PATH }))).toContain(
      'The mind becomes dyed with the colour of its dreams.',
    );
    for (const written of [null, emptyRecord('b:1')]) {
      expect(actionOf(await plan(vault, { record: news, written, lastPath: PATH }))).toMatchObject({
        kind: 'update',
        conflicts: ['rw11'],
      });
    }
  });

  it('should take out the block of a deleted highlight, and mark one that the person wrote under', async () => {
    const two = applyChange(
      BOOK,
      { highlights: [aHighlight({ id: '12', text: 'Second passage.', location: 2 })] },
      null,
    );
    const gone = applyChange(
      two,
      { highlights: [aHighlight({ id: '12', text: 'Second passage.', location: 2, deleted: true })] },
      null,
    );
    const vault = await synced(two, (text) => text.replace('^rw11\n', '^rw11\n\nMine.\n'));
    expect(merged(vault, await plan(vault, { record: gone, lastPath: PATH }))).not.toContain('Second');
    const noted = await synced(two, (text) => text.replace('^rw12\n', '^rw12\n\nMine.\n'));
    expect(merged(noted, await plan(noted, { record: gone, lastPath: PATH }))).toMatch(
      /Second passage\. \^rw12\n\n[^\n]*deleted[^\n]*\n\nMine\./i,
    );
  });
});

describe('planItem, for an item that is gone', () => {
  it('should go by the settings, and find the note wherever it is', async () => {
    const gone = applyChange(BOOK, { book: aBook({ deleted: true }), highlights: [aHighlight()] }, null);
    expect(await plan(await synced(BOOK), { record: gone })).toMatchObject({
      kind: 'gone',
      action: { kind: 'trash', path: PATH, reasons: ['deleted'] },
    });
    const touched = await synced(BOOK, (text) => `${text}\nMine.\n`);
    expect(await plan(touched, { record: gone, lastPath: PATH })).toMatchObject({
      kind: 'gone',
      action: {
        kind: 'keep',
        path: PATH,
        reasons: expect.arrayContaining(['deleted']) as unknown,
      },
    });
    expect(await plan(new MemoryVault(), { record: gone })).toMatchObject({
      kind: 'gone',
      action: { kind: 'skip' },
    });
  });
});

describe('planItem, for highlights that both interfaces tell of', () => {
  const seen = aDocumentHighlight({ id: '01hh1', text: 'A passage.' });
  const alone = record('d:01hw3', { document: aDocument(), documentHighlights: [seen] });
  const paired = applyChange(
    alone,
    {
      book: aBook({ documentId: '01hw3' }),
      highlights: [aHighlight({ text: 'A passage.', documentHighlightId: '01hh1' })],
    },
    null,
  );
  const named = { ...paired, book: aBook({ documentId: '01hw3', title: 'On the Shortness of Life' }) };
  const DOCUMENT_PATH = 'Shelf/On the Shortness of Life.md';

  it('should wait for the first pull where an anchor depends on it, or a note stands that this device did not write', async () => {
    const underWay = { v2: { kind: 'under way' } } as const;
    expect(await plan(new MemoryVault(), { record: alone, ...underWay })).toEqual({ kind: 'wait' });
    expect(await plan(new MemoryVault(), underWay)).toMatchObject({ kind: 'act' });
    expect(await plan(await synced(BOOK), underWay)).toEqual({ kind: 'wait' });
    expect(await plan(await synced(BOOK), { ...underWay, lastPath: PATH })).toMatchObject({ kind: 'act' });
    expect(await plan(await synced(BOOK))).toMatchObject({ kind: 'act' });
  });

  it('should leave out for now what is newer than the first pull', async () => {
    const planned = await plan(new MemoryVault(), {
      record: alone,
      v2: { kind: 'complete', upTo: '2026-01-01T00:00:00.000Z' },
    });
    expect(planned).toMatchObject({ kind: 'act', isProvisional: true });
    expect(
      await plan(new MemoryVault(), {
        record: alone,
        v2: { kind: 'complete', upTo: '2026-01-03T00:00:00.000Z' },
      }),
    ).toMatchObject({ kind: 'act', isProvisional: false });
  });

  it('should keep the anchor under which the note knows a highlight', async () => {
    const vault = await synced(alone, (text) => `${text}\nMine.\n`);
    const text = merged(vault, await plan(vault, { record: named, lastPath: DOCUMENT_PATH }));
    expect(text.match(/\^r\w+/g)).toEqual(['^rd01hh1']);
  });

  it('should give a highlight that is new in the note the anchor that it has as v2 tells it', async () => {
    const vault = await synced(record('d:01hw3', { document: aDocument() }));
    expect(
      merged(vault, await plan(vault, { record: named, lastPath: DOCUMENT_PATH })).match(/\^r\w+/g),
    ).toEqual(['^rw11']);
  });

  it('should merge with what v3 alone told of before, also while the first pull is under way', async () => {
    const text = 'The soul becomes dyed with the colour of its thoughts.';
    const before = record('d:01hw3', { document: aDocument(), documentHighlights: [{ ...seen, text }] });
    const now = applyChange(
      before,
      {
        book: named.book,
        highlights: [aHighlight({ text: text.replace('thoughts', 'dreams'), documentHighlightId: '01hh1' })],
      },
      null,
    );
    const vault = await synced(before, (written) => written.replace('soul', 'mind'));
    const after = merged(
      vault,
      await plan(vault, { record: now, written: before, lastPath: DOCUMENT_PATH, v2: { kind: 'under way' } }),
    );
    expect(after).toContain('The mind becomes dyed with the colour of its dreams. ^rd01hh1');
  });

  it('should take the second of two blocks of one highlight out', async () => {
    const item = anItem({
      key: 'd:01hw3',
      book: aBook({ documentId: '01hw3' }),
      document: aDocument(),
      highlights: ['rw11', 'rd01hh1'].map((anchor) => anItemHighlight({ anchor, text: 'A passage.' })),
    });
    const text = composeNote(noteVersion({ item, rendered: plainTemplate.render(item) }), pathMark(PATH));
    const vault = new MemoryVault([[PATH, text.replace('^rw11\n', '^rw11\n\nMine.\n')]]);
    const after = merged(vault, await plan(vault, { record: paired, lastPath: PATH }));
    expect(after.match(/\^r\w+/g)).toEqual(['^rw11']);
    expect(splitNote(after).trailer?.blocks.has('rd01hh1')).toBe(false);
  });

  it('should take a note without a trailer for one that knows no anchor', async () => {
    const vault = await synced(alone, (text) => text.replace(/%% florilegium.*%%\n/, ''));
    const text = merged(vault, await plan(vault, { record: named, lastPath: DOCUMENT_PATH }));
    expect(text).toContain('^rw11');
  });
});

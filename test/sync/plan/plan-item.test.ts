import { applyChange, emptyRecord, type ItemRecord, type RecordChange } from '../../../src/model/record';
import { composeNote, noteVersion, pathMark, splitNote } from '../../../src/notes/note/note';
import type { Action } from '../../../src/sync/plan/plan';
import { parseSettings } from '../../../src/model/settings';
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
  plainNote,
  plainTemplate,
} from '../../support/builders';
import { MemoryVault } from '../../support/memory-vault';

const PATH = 'Shelf/Meditations.md';

const record = (key: string, change: RecordChange): ItemRecord => applyChange(emptyRecord(key), change, null);
const BOOK = record('b:1', { book: aBook(), highlights: [aHighlight()] });

function contextOf(vault: MemoryVault): PlanContext {
  const settings = parseSettings({});
  if (!settings.ok) throw new Error(settings.problems.join());
  const decide: Decide = (given) => ({
    isLeftOut: false,
    placement: { folder: 'Shelf', title: given.book?.title ?? given.document?.title ?? '' },
    kind: 'book',
    template: null,
    fullText: 'off',
    notePerHighlight: false,
  });
  return {
    vault,
    templates: () => plainTemplate,
    decide,
    textFolder: 'Texts',
    scope: settings.settings.scope,
    deletions: { untouched: 'trash', touched: 'mark', archiveFolder: 'Archive' },
    outOfScope: 'leave',
    textOf: () => Promise.resolve(null),
    remoteImages: 'show',
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
    isAnew: false,
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
  it('should name a note after what the service has, also where the scope leaves that out', async () => {
    const both = record('d:01hw3', {
      book: aBook({ documentId: '01hw3' }),
      highlights: [aHighlight({ discarded: true })],
      document: aDocument(),
    });
    expect(actionOf(await plan(new MemoryVault(), { record: both })).path).toBe(PATH);
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
    const text = composeNote(noteVersion({ item, rendered: plainNote(item) }), pathMark(PATH));
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

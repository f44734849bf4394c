import { ownNotes } from '../../../src/notes/note/own-links';
import { textVersion } from '../../../src/notes/full-text/text-block';
import type { Decision } from '../../../src/notes/layout/decision';
import { createLayOut } from '../../../src/notes/layout/layout';
import { applyChange, emptyRecord, type ItemRecord, type RecordChange } from '../../../src/model/record';
import type { Action } from '../../../src/sync/plan/plan';
import { parseSettings } from '../../../src/model/settings';
import { marks } from '../../../src/notes/template/built-in-templates';
import type { NoteTemplate } from '../../../src/notes/template/template';
import { storedTextOf } from '../../../src/sync/pull/full-texts';
import { keys } from '../../../src/store/keys';
import type { ItemPlan, ItemToPlan, NotePlan, PlanContext } from '../../../src/sync/plan/plan-context';
import { NotePaths } from '../../../src/sync/plan/locate-note';
import { planItem } from '../../../src/sync/plan/plan-item';
import {
  aBook,
  aDocument,
  aDocumentHighlight,
  aHighlight,
  inOneStep,
  plainTemplate,
} from '../../support/builders';
import { MemoryStateStore } from '../../support/memory-state-store';
import { MemoryVault } from '../../support/memory-vault';

const record = (key: string, change: RecordChange): ItemRecord => applyChange(emptyRecord(key), change, null);
const ONE = aHighlight();
const TWO = aHighlight({ id: '12', text: 'Second passage.', location: 2 });
const BOOK = record('b:1', { book: aBook(), highlights: [ONE, TWO] });
const DOCUMENT = aDocument({ id: '01hw3', title: 'On Life' });
const ARTICLE = record('d:01hw3', { document: DOCUMENT });
const TEXT = 'It is not that we have a short time to live, but that we waste a lot of it.';

interface Given extends Partial<ItemToPlan> {
  readonly vault?: MemoryVault;
  readonly decision?: Partial<Decision> | null;
  readonly outOfScope?: PlanContext['outOfScope'];
  /** The full text that was fetched, and the one before it. */
  readonly text?: { readonly markdown: string; readonly previous?: string; readonly version?: string };
}

/** Says in the note which template was asked for. */
const templateOf = (use: string, choice: string | null): NoteTemplate => ({
  name: use,
  render: (item) => ({ ...plainTemplate.render(item), header: `# ${use} ${choice ?? 'default'}` }),
});

async function plan({
  vault = new MemoryVault(),
  decision = {},
  outOfScope = 'leave',
  text,
  ...item
}: Given): Promise<ItemPlan> {
  const settings = parseSettings({});
  if (!settings.ok) throw new Error(settings.problems.join());
  const decide = (): Decision | null =>
    decision === null
      ? null
      : {
          isLeftOut: false,
          placement: { folder: 'Shelf', title: 'Whole' },
          template: null,
          fullText: 'off',
          notePerHighlight: false,
          ...decision,
        };
  const state = new MemoryStateStore();
  if (text !== undefined)
    await state.commit([{ put: keys.text(DOCUMENT.id), value: { version: textVersion(DOCUMENT), ...text } }]);
  const context: PlanContext = {
    vault,
    templates: (use, choice) => inOneStep(templateOf(use, choice)),
    decide,
    layOut: createLayOut(decide, { textFolder: 'Texts' }),
    scope: settings.settings.scope,
    deletions: { untouched: 'trash', touched: 'mark', archiveFolder: 'Archive' },
    outOfScope,
    textOf: (documentId) => storedTextOf(state, documentId),
    paths: new NotePaths(vault),
  };
  return planItem(context, {
    record: BOOK,
    written: null,
    places: new Map(),
    removed: 'keep',
    v2: { kind: 'complete', upTo: null },
    ...item,
  });
}

async function notesOf(given: Given): Promise<readonly NotePlan[]> {
  const found = await plan(given);
  if (found.kind !== 'notes') throw new Error(found.kind);
  return found.notes;
}

const summary = (notes: readonly NotePlan[]) =>
  notes.map(({ noteKey, kind, action }) => [noteKey, kind, action.path]);

function textOf(note: NotePlan | undefined): string {
  if (note?.action.kind !== 'create') throw new Error(note?.action.kind);
  return note.action.text(note.action.path);
}

/** What an action makes of a note. */
function merged(action: Action | undefined, text: string): string {
  if (action?.kind !== 'update' && action?.kind !== 'rename') throw new Error(action?.kind);
  return action.merge(text, action.kind === 'rename' ? action.to : action.path);
}

/** The notes of an item as a first sync writes them, in a vault, and where they are. */
async function written(
  given: Given,
): Promise<{ readonly vault: MemoryVault; readonly places: ReadonlyMap<string, { readonly path: string }> }> {
  const notes = await notesOf(given);
  return {
    vault: new MemoryVault(notes.map((note) => [note.action.path, textOf(note)])),
    places: new Map(notes.map(({ noteKey, action }) => [noteKey, { path: action.path }])),
  };
}

describe('planItem, for an item of which nothing is left', () => {
  it('should say why its notes are to go, and take all that it has', async () => {
    const gone = (reason: string) => ({
      kind: 'notes',
      notes: [{ kind: 'gone', noteKey: 'b:1', action: { kind: 'skip', path: '', reasons: [reason] } }],
      isProvisional: false,
      wantsText: null,
    });
    expect(
      await plan({
        record: applyChange(
          BOOK,
          {
            highlights: [
              { ...ONE, deleted: true, updatedAt: null },
              { ...TWO, deleted: true, updatedAt: null },
            ],
          },
          null,
        ),
      }),
    ).toEqual(gone('no-highlights'));
    expect(await plan({ decision: null })).toEqual(gone('deleted'));
    const parts = await written({ decision: { notePerHighlight: true } });
    expect(summary(await notesOf({ ...parts, decision: null }))).toEqual(
      [...parts.places].map(([noteKey, { path }]) => [noteKey, 'gone', path]),
    );
  });
});

describe('planItem, for an item that is left out', () => {
  it('should leave its notes alone, unless the person wants them out of the way', async () => {
    const { vault, places } = await written({});
    const leftOut = { vault, places, decision: { isLeftOut: true } };
    expect(await plan(leftOut)).toEqual({ kind: 'notes', notes: [], isProvisional: false, wantsText: null });
    expect(await plan({ ...leftOut, outOfScope: 'trash' })).toEqual({
      kind: 'notes',
      notes: [
        {
          kind: 'gone',
          noteKey: 'b:1',
          action: {
            kind: 'trash',
            path: 'Shelf/Whole.md',
            reasons: ['out-of-scope'],
            own: ownNotes('Shelf/Whole.md'),
          },
        },
      ],
      isProvisional: false,
      wantsText: null,
    });
    expect(await notesOf({ ...leftOut, outOfScope: 'archive' })).toMatchObject([
      { action: { kind: 'archive' } },
    ]);
  });
});

describe('planItem, for notes of highlights', () => {
  const decision = { notePerHighlight: true };

  it('should have one for each, of that highlight alone, and one of the whole by the template of the rule', async () => {
    const notes = await notesOf({ decision: { ...decision, template: 'mine' } });
    expect(notes.map(({ noteKey }) => noteKey)).toEqual(['b:1', 'b:1#rw11', 'b:1#rw12']);
    expect(textOf(notes[0])).toMatch(/# book mine\n\n.*\^rw11\n\n.*\^rw12\n/);
    expect(textOf(notes[2])).toMatch(
      /readwise-part: rw12\n[^]*# highlight default\n\nSecond passage\. \^rw12\n\n%%/,
    );
    expect(await notesOf({ ...(await written({ decision })), decision })).toMatchObject([
      { action: { kind: 'skip', reasons: ['unchanged'] } },
      { action: { kind: 'skip', reasons: ['unchanged'] } },
      { action: { kind: 'skip', reasons: ['unchanged'] } },
    ]);
  });

  it('should take those out whose highlight is gone, or that are wanted no longer, and say which', async () => {
    const parts = await written({ decision });
    const fewer = applyChange(BOOK, { highlights: [{ ...TWO, deleted: true, updatedAt: null }] }, null);
    const gone = (noteKey: string, reason: string) =>
      expect.objectContaining({
        kind: 'gone',
        noteKey,
        action: expect.objectContaining({ kind: 'trash', reasons: [reason] }) as unknown,
      }) as unknown;
    expect((await notesOf({ ...parts, decision, record: fewer })).slice(2)).toEqual([
      gone('b:1#rw12', 'highlight-deleted'),
    ]);
    const unwanted = 'no-own-note';
    expect((await notesOf(parts)).slice(1)).toEqual([gone('b:1#rw11', unwanted), gone('b:1#rw12', unwanted)]);
  });

  it('should keep the note that it has of a highlight of which v3 alone had told', async () => {
    const alone = record('d:01hw3', {
      document: DOCUMENT,
      documentHighlights: [aDocumentHighlight({ text: 'A passage.' })],
    });
    const paired = applyChange(
      alone,
      {
        book: aBook({ documentId: DOCUMENT.id }),
        highlights: [aHighlight({ text: 'A passage.', documentHighlightId: '01hh1' })],
      },
      null,
    );
    const parts = await written({ record: alone, decision });
    expect(
      summary(await notesOf({ ...parts, record: paired, decision })).map(([noteKey, kind]) => [
        noteKey,
        kind,
      ]),
    ).toEqual([
      ['d:01hw3', 'act'],
      ['d:01hw3#rd01hh1', 'act'],
    ]);
    expect((await notesOf({ record: paired, decision })).map(({ noteKey }) => noteKey)).toEqual([
      'd:01hw3',
      'd:01hw3#rw11',
    ]);
  });
});

describe('planItem, for the full text of a document', () => {
  const inFile = { record: ARTICLE, decision: { fullText: 'file' } } as const;
  const inNote = { record: ARTICLE, decision: { fullText: 'note' } } as const;
  const text = { markdown: TEXT };

  it('should ask for it where it is wanted and not held, or may be another now', async () => {
    expect(await plan(inFile)).toMatchObject({ notes: [{ noteKey: 'd:01hw3' }], wantsText: '01hw3' });
    expect(await plan({ ...inFile, text })).toMatchObject({ wantsText: null });
    expect(await plan({ ...inFile, text: { ...text, version: 'old' } })).toMatchObject({
      wantsText: '01hw3',
    });
    expect(await plan({ record: ARTICLE })).toMatchObject({
      notes: [{ noteKey: 'd:01hw3' }],
      wantsText: null,
    });
    expect(await plan({ decision: { fullText: 'file' } })).toMatchObject({ wantsText: null });
  });

  it('should have a file of its own when there is something to read', async () => {
    const notes = await notesOf({ ...inFile, text });
    expect(summary(notes)).toEqual([
      ['d:01hw3', 'act', 'Shelf/Whole.md'],
      ['d:01hw3#text-01hw3', 'act', 'Texts/Whole.md'],
    ]);
    expect([textOf(notes[0]).includes(TEXT), textOf(notes[1])]).toEqual([
      false,
      expect.stringContaining(`# fullText default\n\n${TEXT} ^rd01hw3\n`),
    ]);
    expect(await notesOf({ ...inFile, text: { markdown: ' \n' } })).toHaveLength(1);
    expect(summary(await notesOf({ ...inFile, ...(await written({ ...inFile, text })) }))).toEqual([
      ['d:01hw3', 'act', 'Shelf/Whole.md'],
    ]);
  });

  it('should stand in the note where the person wants it there, and leave it when they do not', async () => {
    const note = textOf((await notesOf({ ...inNote, text }))[0]);
    expect(note).toContain(marks.fullText.replace('{{text}}', TEXT));
    const { vault, places } = await written({ ...inNote, text });
    vault.put('Shelf/Whole.md', note.replace('# article default\n', '# article default\n\nMine.\n'));
    const [bare] = await notesOf({ record: ARTICLE, vault, places, text });
    expect(merged(bare?.action, vault.entries()[0]?.[1] ?? '')).not.toContain('short time');
    expect(
      (await notesOf({ record: ARTICLE, vault, places, text, decision: { fullText: 'note' } }))[0]?.action
        .kind,
    ).toBe('skip');
  });

  it('should stay in the note while it is not held, and the note wait for it (I2)', async () => {
    const { vault, places } = await written({ ...inNote, text });
    expect(await plan({ ...inNote, vault, places })).toMatchObject({
      notes: [],
      isProvisional: true,
      wantsText: DOCUMENT.id,
    });
  });

  it('should be merged with what the note was written with when another came', async () => {
    const { vault, places } = await written({ ...inNote, text });
    const edited = (vault.entries()[0]?.[1] ?? '').replace('a short time', 'but a short time');
    vault.put('Shelf/Whole.md', edited);
    const next = { markdown: TEXT.replace('a lot of it', 'most of it'), previous: TEXT };
    const [note] = await notesOf({ ...inNote, vault, places, text: next });
    expect(note?.action).toMatchObject({ kind: 'update', conflicts: [] });
    expect(merged(note?.action, edited)).toContain(
      'have but a short time to live, but that we waste most of it.',
    );
    const again = new MemoryVault([['Shelf/Whole.md', merged(note?.action, edited)]]);
    expect(
      merged(
        (
          await notesOf({
            ...inNote,
            vault: again,
            places,
            text: next,
            record: applyChange(
              ARTICLE,
              { document: { ...DOCUMENT, title: 'On a Life', updatedAt: null } },
              null,
            ),
          })
        )[0]?.action,
        again.entries()[0]?.[1] ?? '',
      ),
    ).toContain('have but a short time to live, but that we waste most of it.');
    expect(
      (await notesOf({ ...inNote, vault, places, text: { ...next, previous: 'Other.' } }))[0]?.action,
    ).toMatchObject({ conflicts: ['rd01hw3'] });
  });

  it('should be merged from what was written when v2 comes to tell of it, and in other words (I2)', async () => {
    const decision = { notePerHighlight: true };
    const text = 'The soul becomes dyed with the colour of its thoughts.';
    const alone = record('d:01hw3', {
      document: DOCUMENT,
      documentHighlights: [aDocumentHighlight({ text })],
    });
    const paired = applyChange(
      alone,
      {
        book: aBook({ documentId: DOCUMENT.id }),
        highlights: [aHighlight({ text: text.replace('thoughts', 'dreams'), documentHighlightId: '01hh1' })],
      },
      null,
    );
    const { vault, places } = await written({ record: alone, decision });
    for (const [path, note] of vault.entries()) vault.put(path, note.replace('soul', 'mind'));
    for (const note of await notesOf({ vault, places, record: paired, written: alone, decision })) {
      expect(note.action).toMatchObject({ conflicts: [] });
      expect(
        merged(note.action, vault.entries().find(([path]) => path === note.action.path)?.[1] ?? ''),
      ).toContain('The mind becomes dyed with the colour of its dreams.');
    }
  });
});

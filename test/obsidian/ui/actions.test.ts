/** @jest-environment jsdom */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App, Editor } from 'obsidian';
import { parseSettings } from '../../../src/model/settings';
import type { PluginContext } from '../../../src/obsidian/app/plugin-context';
import { COMMANDS, MENUS } from '../../../src/obsidian/strings/strings';
import { ACTIONS, isOffered } from '../../../src/obsidian/ui/actions';
import { noteEntries } from '../../../src/obsidian/ui/menus';
import { Place } from '../../../src/obsidian/ui/place';
import { vaultWith } from './vault-with';

const DOCS = readFileSync(join(__dirname, '../../../docs/working-with-notes.md'), 'utf8');
const READER = '01hw3sample0000000000000000';
const BODY = '# Walden\n\nTo the woods ^rw512001\n';
const NOTES = {
  'Mine.md': 'My own words.\n',
  'Book.md': `---\nreadwise-id: 77\n---\n${BODY}`,
  'Document.md': `---\nreader-id: ${READER}\n---\n${BODY}`,
  'Both.md': `---\nreadwise-id: 77\nreader-id: ${READER}\n---\n${BODY}`,
  'Highlight.md': '---\nreadwise-id: 77\nreadwise-part: rw512001\n---\nTo the woods\n',
  'Full text.md': `---\nreader-id: ${READER}\nreadwise-part: text-${READER}\n---\nA page.\n`,
  'No id.md': '---\nreadwise-id: not an id\n---\nMine.\n',
};
type Name = keyof typeof NOTES;

let app: App;
beforeAll(async () => {
  app = await vaultWith(NOTES);
});

/** An editor with the cursor before these words, or with them selected. */
function editorAt(text: string, words: string, isSelected: boolean): Editor {
  const at = text.indexOf(words);
  const placeOf = (offset: number) => {
    const above = text.slice(0, offset).split('\n');
    return { line: above.length - 1, ch: above.at(-1)?.length ?? 0 };
  };
  return {
    getValue: () => text,
    getCursor: (which) => placeOf(isSelected && which === 'to' ? at + words.length : at),
    somethingSelected: () => isSelected,
  } satisfies Partial<Editor> as unknown as Editor;
}

interface Scene {
  readonly note: Name | null;
  /** Null where no editor is open. */
  readonly cursor?: string;
  readonly isSelected?: boolean;
}

function placeOf({ note, cursor, isSelected = false }: Scene): Place {
  if (note === null) return new Place(app, null);
  const editor = cursor === undefined ? null : editorAt(NOTES[note], cursor, isSelected);
  return new Place(app, app.vault.getFileByPath(note), editor);
}

function contextWith(settings: object = {}): PluginContext {
  const parsed = parseSettings(settings);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return { app, settings: parsed.settings } satisfies Partial<PluginContext> as unknown as PluginContext;
}

const idsAt = (scene: Scene, context = contextWith()): readonly string[] =>
  ACTIONS.filter(({ name }) => name !== null)
    .filter((action) => isOffered(action, context, placeOf(scene)))
    .map(({ id }) => id);

const ALWAYS = [
  'sync',
  'preview-sync',
  'undo-sync',
  'open-status',
  'save-to-reader',
  'daily-review',
  'highlights-of-today',
];

describe('actions', () => {
  const scenes: readonly (readonly [string, Scene, readonly string[]])[] = [
    ['no note is open', { note: null }, []],
    ['a note of the person is', { note: 'Mine.md', cursor: 'My' }, []],
    [
      'words of it are selected',
      { note: 'Mine.md', cursor: 'own words', isSelected: true },
      ['send-highlight'],
    ],
    ['a book is only read', { note: 'Book.md' }, ['open', 'refresh-note', 'edit']],
    [
      'the cursor is above its highlights',
      { note: 'Book.md', cursor: '#' },
      ['open', 'refresh-note', 'edit'],
    ],
    [
      'the cursor is in a highlight of a book',
      { note: 'Book.md', cursor: 'woods' },
      ['open', 'refresh-note', 'edit', 'copy-highlight-link', 'delete'],
    ],
    ['a document is only read', { note: 'Document.md' }, ['open', 'refresh-note', 'edit', 'move', 'delete']],
    [
      'the cursor is in a highlight of a document',
      { note: 'Document.md', cursor: 'woods' },
      ['open', 'refresh-note', 'edit', 'move', 'copy-highlight-link', 'delete'],
    ],
    [
      'a book with its document is only read',
      { note: 'Both.md' },
      ['open', 'refresh-note', 'edit', 'move', 'delete'],
    ],
    ['the note is of one highlight', { note: 'Highlight.md' }, ['open', 'edit', 'delete']],
    ['the note is a full text', { note: 'Full text.md' }, ['open', 'edit', 'move', 'delete']],
    ['the id of the note is none', { note: 'No id.md' }, ['edit']],
  ];

  it.each(scenes)('should be exactly these when %s', (_, scene, more) => {
    expect(idsAt(scene)).toEqual([...ALWAYS, ...more]);
  });

  it('should send changes by hand when a field of them is switched on', () => {
    const context = contextWith({ sendBack: { tags: true } });
    expect(idsAt({ note: null }, context)).toEqual([...ALWAYS, 'send-changes']);
  });

  it('should open the highlight at the cursor, else the document, else the book', () => {
    const linkAt = (scene: Scene): string | null => placeOf(scene).link;
    expect(linkAt({ note: 'Both.md', cursor: 'woods' })).toBe('https://readwise.io/open/512001');
    expect(linkAt({ note: 'Both.md', cursor: '#' })).toBe(`https://read.readwise.io/read/${READER}`);
    expect(linkAt({ note: 'Book.md' })).toBe('https://readwise.io/bookreview/77');
    expect(linkAt({ note: 'Highlight.md' })).toBe('https://readwise.io/open/512001');
  });

  it.each(scenes)('should be at most seven in the menu when %s', (_, scene) => {
    const names = noteEntries(contextWith(), placeOf(scene)).map(({ name }) => name);
    expect(names.length).toBeLessThanOrEqual(7);
    expect(names.length > 0).toBe(scene.note !== null && scene.note !== 'Mine.md');
  });

  it('should name the highlight in the menu when they are about it', () => {
    const namesAt = (scene: Scene) => noteEntries(contextWith(), placeOf(scene)).map(({ name }) => name);
    expect(namesAt({ note: 'Both.md' })).toEqual([
      MENUS.open,
      MENUS.refresh,
      MENUS.edit,
      MENUS.move,
      MENUS.copyLink,
      MENUS.remove,
      MENUS.more,
    ]);
    expect(namesAt({ note: 'Book.md', cursor: 'woods' })).toEqual([
      MENUS.openHighlight,
      MENUS.refresh,
      MENUS.editHighlight,
      COMMANDS.copyLink,
      MENUS.removeHighlight,
      MENUS.more,
    ]);
  });

  it('should have fifteen commands, each in the documentation and in sentence case', () => {
    const commands = ACTIONS.filter(({ name }) => name !== null);
    expect(commands).toHaveLength(15);
    for (const { id, name } of commands) {
      expect(DOCS).toContain(`| ${name ?? ''} | \`${id}\` |`);
      // Names of products keep their capitals.
      expect(name?.replace(/\b(Readwise|Reader)\b/g, '').slice(1)).not.toMatch(/\p{Lu}|command|florilegium/u);
    }
  });
});

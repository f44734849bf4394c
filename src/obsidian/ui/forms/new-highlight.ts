import { fieldName, leftOutText } from '../../../messages/outbox-messages';
import type { Editor, TFile } from 'obsidian';
import type { Change, NewHighlight, OutboxEntry } from '../../../model/outbox';
import type { ItemRecord } from '../../../model/record';
import {
  itemOfHighlight,
  noteOfHighlights,
  type NoteOfHighlight,
} from '../../../features/preview/note-of-highlight';
import { highlightsAt } from '../../../outbox/waiting-changes';
import { LIMITS } from '../../../readwise/requests';
import type { PluginContext } from '../../app/plugin-context';
import { SEND_HIGHLIGHT } from '../../strings/writing-highlight-strings';
import { drawDiff } from '../components/diff-view';
import type { Field } from '../parts/typed-fields';
import { addBlockIds, withBlockId, type MarkedPassage } from './block-ids';
import { askFor, openChangeForm, replace, type Part, type Typed } from './change-form';
import { rememberSource, sourceOf, type Source } from './highlight-source';
import { blockAddress, inlineTags, isAddressOf, newHighlightOf } from './new-highlights';
import type { Passage } from './selected-passages';

export interface Selected {
  readonly editor: Editor;
  readonly file: TFile;
  readonly passages: readonly Passage[];
}

/** A passage that is to be sent. */
interface Draft extends MarkedPassage {
  /** The key of its field. */
  readonly key: string;
  readonly url: string;
  /** The text in Readwise, when the passage was sent before. */
  readonly before: string | null;
}

/** Sends the selected passages, each of which becomes a highlight, after showing where they are said to come from. */
export async function openSendHighlights(context: PluginContext, selected: Selected): Promise<void> {
  const { file, editor } = selected;
  const { app } = context;
  const drafts = await draftsOf(context, selected);
  const source = sourceOf(app, file);
  const isNew = drafts.some(({ before }) => before === null);
  const ask = askFor(context);
  openChangeForm(context, {
    ...SEND_HIGHLIGHT,
    title: SEND_HIGHLIGHT.title(drafts.length),
    parts: [
      ...drafts.map((draft, index) => textField(draft, index, drafts.length)),
      ...(isNew
        ? [...detailsOf(source), whereTo(context, drafts)]
        : [{ type: 'says', text: SEND_HIGHLIGHT.onlyText } as const]),
      ...(drafts.some((draft) => draft.isNew)
        ? [{ type: 'says', text: SEND_HIGHLIGHT.blockId } as const]
        : []),
    ],
    base: { fields: {}, tags: isNew ? source.tags : [] },
    change: (typed) => ({
      kind: 'create-highlights',
      highlights: drafts.map((draft) => highlightOf(draft, typed)),
    }),
    ask: async (change, typed) => {
      if (!addBlockIds(editor, drafts)) return SEND_HIGHLIGHT.moved;
      const refused = await ask(change);
      if (refused === null && isNew) rememberSource(app, file, sourceIn(typed));
      return refused;
    },
  });
}

/** Says which note the new ones come into, before one is made, or that the settings leave them out. */
function whereTo(context: PluginContext, drafts: readonly Draft[]): Part {
  const fresh = drafts.filter(({ before }) => before === null);
  // The whole library is searched only for another source.
  let last = { source: '', item: Promise.resolve<ItemRecord | null>(null) };
  const itemOf = (highlight: NewHighlight): Promise<ItemRecord | null> => {
    const { title, author, sourceUrl, category } = highlight;
    const source = JSON.stringify([title, author, sourceUrl, category]);
    if (source === last.source) return last.item;
    const item = context.withState((state) => itemOfHighlight({ ...context.host, state }, highlight));
    last = { source, item };
    return item;
  };
  return {
    type: 'follows',
    text: async (typed) => {
      const highlights = fresh.map((draft) => highlightOf(draft, typed));
      const [first] = highlights;
      const item = first === undefined ? null : await itemOf(first);
      if (item === null) return '';
      const { host, settings } = context;
      const { note, leftOut } = await context.withBoth((both) =>
        noteOfHighlights({ ...host, ...both }, { item, highlights, settings }),
      );
      const isOut = leftOut > 0 ? leftOutText({ count: leftOut, of: highlights.length }) : '';
      return [noteText(note), isOut].filter((text) => text !== '').join('. ');
    },
  };
}

function noteText(note: NoteOfHighlight | null): string {
  if (note === null) return '';
  return note.isNew ? SEND_HIGHLIGHT.newNote(note.path) : SEND_HIGHLIGHT.note(note.path);
}

/** Edits new highlights that were not sent yet. */
export function openWaitingHighlights(
  context: PluginContext,
  waiting: OutboxEntry,
  change: Extract<Change, { kind: 'create-highlights' }>,
): void {
  const { highlights } = change;
  const { note = '', title = '', author = '', sourceUrl = '', category = '' } = highlights[0] ?? {};
  openChangeForm(context, {
    ...SEND_HIGHLIGHT,
    title: SEND_HIGHLIGHT.title(highlights.length),
    parts: [
      ...highlights.map(({ text }, index) =>
        passageField({ key: keyOf(index), text }, index, highlights.length),
      ),
      noteField(note),
      sourceFold({ title, author, sourceUrl, category }),
    ],
    base: waiting.base,
    change: (typed) => ({
      ...change,
      highlights: highlights.map((highlight, index) => ({
        ...highlight,
        ...EMPTY,
        ...newHighlightOf({
          text: typed.values[keyOf(index)] ?? '',
          highlightUrl: highlight.highlightUrl ?? '',
          note: typed.values['note'] ?? '',
          source: { ...sourceIn(typed), tags: [] },
        }),
      })),
    }),
    ask: replace(context, waiting),
  });
}

/** What a person may empty. */
const EMPTY = {
  note: undefined,
  title: undefined,
  author: undefined,
  sourceUrl: undefined,
  category: undefined,
};

const keyOf = (index: number): string => `text ${String(index)}`;

async function draftsOf(
  context: PluginContext,
  { editor, file, passages }: Selected,
): Promise<readonly Draft[]> {
  const { app, host } = context;
  const marked = passages.map((passage) => withBlockId(passage, editor.getValue(), host.random));
  const known = marked.filter(({ isNew }) => !isNew).map(({ id }) => id);
  const isKnown = (url: string): boolean => known.some((id) => isAddressOf(url, id));
  const sent = known.length === 0 ? [] : await context.withState((state) => highlightsAt(state, isKnown));
  return marked.map((passage, index) => {
    const before = sent.find(({ url }) => isAddressOf(url, passage.id));
    const url = before?.url ?? blockAddress(app.vault.getName(), file.path, passage.id);
    return { ...passage, key: keyOf(index), url, before: before?.text ?? null };
  });
}

const passageField = ({ key, text }: Pick<Draft, 'key' | 'text'>, index: number, count: number): Field => ({
  key,
  type: 'text',
  label: SEND_HIGHLIGHT.text(index, count),
  value: text,
  limit: LIMITS.text,
});

const textField = (draft: Draft, index: number, count: number): Field => ({
  ...passageField(draft, index, count),
  below: (el, typed) => showBefore(el, draft.before, typed),
});

/** Warns that a text in Readwise will be replaced, and shows how. */
function showBefore(el: HTMLElement, before: string | null, after: string): void {
  if (before === null) return;
  const isSame = before.trim() === after.trim();
  el.createEl('p', { text: isSame ? SEND_HIGHLIGHT.knownSame : SEND_HIGHLIGHT.known });
  if (!isSame) drawDiff(el, { before, after, label: SEND_HIGHLIGHT.knownDiff });
}

/** Note, tags and source. */
function detailsOf(source: Source): readonly Part[] {
  return [
    noteField(''),
    {
      type: 'tags',
      label: fieldName('tags'),
      tags: source.tags,
      limit: LIMITS.highlightTag,
      below: (el, tags) => {
        const inline = inlineTags(tags);
        if (inline !== '') el.setText(SEND_HIGHLIGHT.inline(inline));
      },
    },
    sourceFold(source),
  ];
}

const noteField = (value: string): Field => ({
  key: 'note',
  type: 'text',
  label: fieldName('note'),
  value,
  limit: LIMITS.note,
});

function sourceFold(source: Omit<Source, 'tags'>): Part {
  const line = (key: 'title' | 'author' | 'sourceUrl'): Field => ({
    key,
    type: 'line',
    label: SEND_HIGHLIGHT.source[key],
    value: source[key],
    limit: LIMITS[key],
  });
  return {
    type: 'fold',
    label: SEND_HIGHLIGHT.from([source.title, source.author].filter((part) => part !== '')),
    fields: [
      line('title'),
      line('author'),
      line('sourceUrl'),
      {
        key: 'category',
        type: 'choice',
        label: SEND_HIGHLIGHT.source.category,
        value: source.category,
        choices: SEND_HIGHLIGHT.types,
      },
    ],
  };
}

const sourceIn = ({ values, tags }: Typed): Source => ({
  title: values['title'] ?? '',
  author: values['author'] ?? '',
  sourceUrl: values['sourceUrl'] ?? '',
  category: values['category'] ?? '',
  tags,
});

/** Of a highlight that Readwise has, only the text is replaced: note and tags there stay. */
function highlightOf({ key, url, before }: Draft, typed: Typed): NewHighlight {
  const text = typed.values[key] ?? '';
  if (before !== null) return { text: text.trim(), highlightUrl: url };
  const note = typed.values['note'] ?? '';
  return newHighlightOf({ text, highlightUrl: url, note, source: sourceIn(typed) });
}

import { Keymap, Notice, type App, type Plugin } from 'obsidian';
import type { HighlightRef } from '../../../core/views/highlight-embed';
import type { NoteIds } from '../../../core/views/item-links';
import type { SearchHit } from '../../../core/views/search';
import type { SectionResult, ViewResult, ViewWish } from '../../../core/views/view-result';
import { ChoiceModal } from '../components/choice-modal';
import { openNote } from '../open-note';
import { SEARCH, VIEW_COMMANDS, VIEWS } from './views-strings';
import { addNoteActions } from './note-actions';
import { SearchModal } from './search-modal';

export interface TagToChoose {
  readonly tag: string;
  readonly count: number;
}

/** The library, as far as views show it. */
export interface ShownLibrary {
  readonly isSearchReady: boolean;
  run(wish: ViewWish): Promise<ViewResult>;
  find(query: string, isWanted: () => boolean): Promise<readonly SearchHit[]>;
  placeOf(highlight: HighlightRef): Promise<{ readonly path: string; readonly anchor: string } | null>;
  tags(): Promise<readonly TagToChoose[]>;
}

export interface ViewsOptions {
  readonly plugin: Plugin;
  readonly library: ShownLibrary;
  /** Tells the person when there is nothing to begin with: settings that cannot be read, or no token where one is needed. */
  readonly isReady: (wish: ViewWish | null) => boolean;
  readonly refresh: (identity: NoteIds) => void;
  readonly failed: (error: unknown) => void;
}

const SOON_MS = 400;

/** Commands and menus for the views of the library. */
export function addViews(options: ViewsOptions): void {
  const { plugin, library, isReady, failed } = options;
  const run = (wish: ViewWish): void => {
    if (isReady(wish))
      waiting(library.run(wish))
        .then((result) => show(result, plugin.app))
        .catch(failed);
  };
  const gather = (tag: string): void => run({ view: 'gather', tag });
  const commands = {
    'search-highlights': [VIEW_COMMANDS.search, () => isReady(null) && openSearch(options)],
    'random-highlight': [VIEW_COMMANDS.random, () => run({ view: 'random' })],
    'daily-review': [VIEW_COMMANDS.review, () => run({ view: 'review' })],
    'highlights-of-today': [VIEW_COMMANDS.day, () => run({ view: 'day', day: null })],
    'gather-tag': [
      VIEW_COMMANDS.gather,
      () =>
        isReady(null) &&
        waiting(library.tags())
          .then((tags) => chooseTag(plugin, tags, gather))
          .catch(failed),
    ],
    'library-base': [VIEW_COMMANDS.base, () => run({ view: 'base' })],
  } as const;
  for (const [id, [name, callback]] of Object.entries(commands)) plugin.addCommand({ id, name, callback });
  addNoteActions(options);
}

/** Says that something is going on when it takes a while. */
async function waiting<Result>(work: Promise<Result>): Promise<Result> {
  let notice: Notice | null = null;
  const timer = window.setTimeout(() => (notice = new Notice(VIEWS.working, 0)), SOON_MS);
  try {
    return await work;
  } finally {
    window.clearTimeout(timer);
    hide(notice);
  }
}

const hide = (notice: Notice | null): void => notice?.hide();

function openSearch({ plugin, library, failed }: ViewsOptions): void {
  const choose = async ({ highlight }: SearchHit, event: MouseEvent | KeyboardEvent): Promise<void> => {
    const place = await library.placeOf(highlight);
    if (place === null) new Notice(VIEWS.noBlock);
    else await openNote(plugin.app, place.path, { anchor: place.anchor, pane: Keymap.isModEvent(event) });
  };
  new SearchModal(plugin.app, {
    isSearchReady: () => library.isSearchReady,
    find: (query, isWanted) => library.find(query, isWanted),
    choose: (hit, event) => void choose(hit, event).catch(failed),
    failed,
  }).open();
}

function chooseTag({ app }: Plugin, items: readonly TagToChoose[], choose: (tag: string) => void): void {
  if (items.length === 0) new Notice(VIEWS.noTags);
  else
    new ChoiceModal(app, {
      question: VIEWS.whichTag,
      items,
      nameOf: ({ tag, count }) => VIEWS.tagged(tag, count),
      choose: ({ tag }) => choose(tag),
    }).open();
}

async function show(result: ViewResult, app: App): Promise<void> {
  switch (result.view) {
    case 'base':
      if (result.result === 'theirs') new Notice(VIEWS.theirs);
      return openNote(app, result.path);
    case 'review':
    case 'day':
    case 'gather':
      return showSection(result, app);
    case 'search':
    case 'random': {
      const [found] = result.highlights;
      if (found === undefined || found.path === null) new Notice(SEARCH.none);
      else await openNote(app, found.path, { anchor: found.anchor });
    }
  }
}

async function showSection({ view, path, highlights, missing }: SectionResult, app: App): Promise<void> {
  if (highlights === 0) new Notice(VIEWS.nothing[view]);
  else if (missing > 0) new Notice(VIEWS.missing(missing));
  await openNote(app, path);
}

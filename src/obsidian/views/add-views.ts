import { Notice, type App, type Plugin } from 'obsidian';
import type { NoteIds } from '../../features/daily/note-links';
import type { DailyRequest, DailyResult } from '../../features/daily/run-daily';
import { openNote } from '../open-note';
import { addNoteActions } from './note-actions';
import { VIEW_COMMANDS, VIEWS } from './views-strings';

export interface ViewsOptions {
  readonly plugin: Plugin;
  readonly view: (request: DailyRequest) => Promise<DailyResult>;
  /** Tells the person when there is nothing to begin with: settings that cannot be read, or no token where one is needed. */
  readonly isReady: (request: DailyRequest) => boolean;
  readonly refresh: (identity: NoteIds) => void;
  readonly failed: (error: unknown) => void;
}

/** After so long a notice says that something is going on. */
const SOON_MS = 400;

/** Commands for the Base, the daily review and the highlights of today, and what a note of ours offers. */
export function addViews(options: ViewsOptions): void {
  const { plugin, view, isReady, failed } = options;
  const addCommand = (id: string, name: string, request: DailyRequest): void => {
    const callback = (): void => {
      if (!isReady(request)) return;
      withNotice(view(request))
        .then((result) => show(result, plugin.app))
        .catch(failed);
    };
    plugin.addCommand({ id, name, callback });
  };
  addCommand('daily-review', VIEW_COMMANDS.review, { view: 'review' });
  addCommand('highlights-of-today', VIEW_COMMANDS.day, { view: 'day', day: null });
  addCommand('library-base', VIEW_COMMANDS.base, { view: 'base' });
  addNoteActions(options);
}

async function withNotice<Result>(work: Promise<Result>): Promise<Result> {
  let hide = (): void => undefined;
  const timer = window.setTimeout(() => {
    const notice = new Notice(VIEWS.working, 0);
    hide = () => notice.hide();
  }, SOON_MS);
  try {
    return await work;
  } finally {
    window.clearTimeout(timer);
    hide();
  }
}

async function show(result: DailyResult, app: App): Promise<void> {
  if (result.view !== 'base') {
    if (result.highlights === 0) new Notice(VIEWS.nothing[result.view]);
    else if (result.missing > 0) new Notice(VIEWS.missing(result.missing));
  }
  await openNote(app, result.path);
}

import { holdText } from '../../../messages/messages';
import { textsToFetchText } from '../../../messages/report-messages';
import type { NoteLook } from '../../../merge/diff/text-diff';
import type { Reporter } from '../../../model/ports';
import type { SyncReport } from '../../../model/report';
import type { HoldDecision } from '../../../sync/context/sync-options';
import type { DryRun } from '../../../sync/dry-run';
import { planRender } from '../../../sync/render-notes';
import type { PluginContext } from '../../app/plugin-context';
import { planNextSync } from '../../app/run-once';
import { SyncProgress } from '../../app/sync-progress';
import { PREVIEW } from '../../strings/window-strings';
import { detailLines, problemIn, undoneTextsOf } from '../components/result-text';
import type { NoteRow } from '../parts/note-list';
import { NotesWindow, type NotesButton } from './notes-window';
import { decisionOf, plannedNotes, type PlannedNotes } from './planned-notes';
import { removalDiff } from './removals';

/** Makes a plan without writing to the vault. */
interface PreviewSource {
  plan(signal: AbortSignal, reporter: Reporter): Promise<DryRun>;
  /** Requests the run that was previewed. Without it, a run asks about removals by itself. */
  apply(decision: HoldDecision | undefined): void;
  readonly takesDecision: boolean;
}

/** The preview that was asked for last, and its planning. */
interface Shown {
  readonly window: NotesWindow;
  readonly planning: Promise<unknown>;
}

const shown = new WeakMap<PluginContext, Shown>();

/** Previews the next sync. What is fetched stays in the replica. */
export async function openPreview(context: PluginContext): Promise<void> {
  await open(context, syncSource(context));
}

/** Previews what the current settings would change, without asking Readwise. */
export async function openSettingsPreview(context: PluginContext): Promise<void> {
  await open(context, settingsSource(context));
}

/** Another preview that is still open is closed first, and its work ends. */
async function open(context: PluginContext, source: PreviewSource): Promise<void> {
  const last = shown.get(context);
  // Without one the window opens at once, and the keyboard goes back to its button afterwards.
  if (last !== undefined) {
    last.window.close();
    await last.planning;
  }
  if (!context.isReady(source.takesDecision) || context.syncs.isBusy()) return;
  const window = new NotesWindow(context, PREVIEW.title);
  window.open();
  const planning = window.work(PREVIEW.loading, (signal, show) => planned(source, { signal, show, window }));
  shown.set(context, { window, planning });
  const plan = await planning;
  if (plan !== null) show(window, { context, source, plan });
}

async function planned(
  source: PreviewSource,
  options: {
    readonly signal: AbortSignal;
    readonly show: (text: string) => void;
    readonly window: NotesWindow;
  },
): Promise<DryRun> {
  const { signal, show, window } = options;
  const progress = new SyncProgress();
  progress.subscribe(() => show(progress.current.text));
  progress.begin(() => window.close());
  try {
    return await source.plan(signal, progress);
  } finally {
    progress.end();
  }
}

function show(
  window: NotesWindow,
  {
    context,
    source,
    plan: { report, look },
  }: { readonly context: PluginContext; readonly source: PreviewSource; readonly plan: DryRun },
): void {
  const notes: PlannedNotes = plannedNotes(report.outcome === 'failed' ? { ...report, plan: [] } : report);
  const { created, updated, moved, removed, leftOut } = notes;
  const count = created.length + updated.length + moved.length;
  const problem = problemOfPlan(report);
  const undone = undoneTextsOf(report);
  const texts = textsToFetchText(report);
  const also = texts === '' ? undone : [texts, ...undone];
  const actions = new Map(report.plan?.map((action) => [action.note, action]));
  const loadDiff = async ({ key }: NoteRow): Promise<NoteLook | null> => {
    const action = actions.get(key);
    return action === undefined ? null : look(action);
  };
  const hasBoxes = source.takesDecision;
  const why = report.hold === undefined ? [] : [holdText(report.hold.reason)];
  const apply: NotesButton = {
    text: ({ size }) => PREVIEW.apply(count, size),
    isRed: ({ size }) => size > 0,
    isOff: ({ size }) => count + size === 0 && (source.takesDecision || leftOut.length === 0),
    act: (ticked) => source.apply(decisionOf(notes, ticked)),
  };
  window.show({
    texts: [PREVIEW.explanation, ...also],
    problem,
    failures: detailLines(report),
    empty: problem === null ? [PREVIEW.none, ...also].join(' ') : '',
    groups: [
      { title: PREVIEW.created, rows: created, loadDiff },
      { title: PREVIEW.updated, rows: updated, loadDiff },
      { title: PREVIEW.moved, rows: moved, loadDiff },
      {
        title: PREVIEW.removed,
        rows: removed,
        text: [...why, PREVIEW.unticked].join(' '),
        hasBoxes,
        loadDiff: removalDiff(context),
      },
      {
        title: PREVIEW.leftOut,
        rows: leftOut,
        hasBoxes,
        text: source.takesDecision ? undefined : PREVIEW.askedLater,
      },
    ],
    buttons: count + removed.length + leftOut.length === 0 ? [] : [apply],
  });
}

function problemOfPlan(report: SyncReport): string | null {
  if (report.outcome === 'held') return null;
  return report.cause === 'cancelled' ? PREVIEW.cancelled : problemIn(report);
}

function syncSource(context: PluginContext): PreviewSource {
  const { syncs } = context;
  return {
    takesDecision: true,
    // Pulls must not run beside a sync.
    plan: (closed, reporter) =>
      syncs.runExclusively(closed, async (signal) => {
        await context.ready(signal);
        return planNextSync(context, context.settings, { signal, reporter });
      }),
    apply: (decision) => context.request({ decision }),
  };
}

function settingsSource(context: PluginContext): PreviewSource {
  const { host } = context;
  return {
    takesDecision: false,
    plan: async (signal, reporter) => {
      await context.ready(signal);
      const { settings } = context;
      return context.withBoth((both) => planRender({ ...host, ...both, reporter }, { settings, signal }));
    },
    apply: () => context.request({ task: 'render' }),
  };
}

import type { CliData, CliFlags } from 'obsidian';
import type { SyncStatus } from '../../model/report';
import { failureLines, resultText } from '../syncing/result-text';
import { RESULT } from '../strings';
import { lastText } from '../library/connection-section';
import type { LastEnd } from '../library/last-end';
import { REACH } from './reach-strings';
import type { ReachOptions } from './reach-options';
import { isId } from './read-link';

export interface CliOptions extends Pick<
  ReachOptions,
  'plugin' | 'isSyncing' | 'sync' | 'problem' | 'status'
> {
  readonly lastEnd: LastEnd;
  /** The path of the note that was opened, null when there is none. */
  readonly open: (id: string) => Promise<string | null>;
}

type Answer = (params: CliData) => Promise<string>;

const JSON_FLAG: CliFlags = { json: { description: REACH.cli.json } };

/** What the app's own command line can ask for; it answers in text, or with `json` in the report's own form. */
export function addCliHandlers({
  plugin,
  isSyncing,
  sync,
  problem,
  status,
  lastEnd,
  open,
}: CliOptions): void {
  const run: Answer = async ({ json }) => {
    if (isSyncing()) return problem() ?? RESULT.alreadyRunning;
    const report = await sync({ origin: 'schedule' });
    if (report === null) return problem() ?? REACH.cli.noReport;
    return json === undefined
      ? [resultText(report), ...failureLines(report)].join('\n')
      : JSON.stringify(report);
  };
  const tell: Answer = async ({ json }) => {
    const known = await status();
    return json === undefined ? [lastText(lastEnd), ...countTexts(known)].join('\n') : JSON.stringify(known);
  };
  const show: Answer = async ({ id }) => {
    if (!isId(id)) return REACH.cli.noId;
    const path = await open(id);
    return path === null ? REACH.notFound(id) : REACH.opened(path);
  };
  plugin.registerCliHandler('florilegium:sync', REACH.cli.sync, JSON_FLAG, run);
  plugin.registerCliHandler('florilegium:status', REACH.cli.status, JSON_FLAG, tell);
  plugin.registerCliHandler(
    'florilegium:open',
    REACH.cli.open,
    { id: { value: '<id>', description: REACH.cli.id, required: true } },
    show,
  );
}

function countTexts({ items, due, retries, hold, deletedNotes }: SyncStatus): readonly string[] {
  const counts = (
    [
      ['items', items],
      ['due', due],
      ['retries', retries.length],
      ['held', hold?.notes.length ?? 0],
      ['deleted', deletedNotes.length],
    ] as const
  ).filter(([kind, count]) => kind === 'items' || count > 0);
  return counts.map(([kind, count]) => REACH.counts[kind](count));
}

import { apiVersion, Platform, type Plugin } from 'obsidian';
import type { Problem } from '../../../model/problem';
import type { Failure } from '../../../model/report';
import { readRuns } from '../../../sync/journal/run-history';
import { readOverview } from '../../../features/status/library-overview';
import { copyText } from '../components/elements';
import { projectPage } from '../components/project-page';
import type { PluginContext } from '../../app/plugin-context';
import { REPORT } from '../../strings/pane-strings';

const MOST_FAILURES = 10;

/** What of a message is safe to copy; the rest may contain a title, a path or the user's text. */
const SYSTEM_CODE =
  /\b(?:EACCES|EBUSY|EEXIST|EIO|EISDIR|EMFILE|ENAMETOOLONG|ENOENT|ENOSPC|ENOTDIR|ENOTEMPTY|EPERM|EROFS|ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT)\b/;

/** Where problems are reported; null while the project has no public address. */
const PAGE = projectPage('issues/new');

export const REPORT_LABEL = PAGE === null ? REPORT.copy : REPORT.report;

/**
 * Copies versions, counts, the last sync and its errors for a bug report (no titles, paths or token), and opens
 * the page for it.
 */
export async function reportProblem(context: PluginContext): Promise<void> {
  await copyText(context, await debugInfo(context), PAGE === null ? REPORT.copied : REPORT.copiedForPage);
  if (PAGE !== null) window.open(PAGE);
}

async function debugInfo(context: PluginContext): Promise<string> {
  const { clock } = context.host;
  const { signal } = new AbortController();
  const { counts, due, failing, failures, hold } = await context.withState((state) =>
    readOverview({ state, clock, signal }),
  );
  const runs = await context.withState(readRuns);
  const { last } = context.lastRunsOf(runs);
  const ended =
    last === null ? REPORT.never : [last.at, last.end.outcome, last.end.cause ?? ''].join(' ').trim();
  const errors = errorLines([...(runs[0]?.failures ?? []), ...failures]);
  return [
    ...environmentLines(context.plugin),
    REPORT.counts(counts.items, counts.notes, due),
    REPORT.failures(failing, hold?.notes.length ?? 0),
    REPORT.lastSync(ended),
    ...(errors.length === 0 ? [] : [REPORT.lastErrors, ...errors]),
    '',
  ].join('\n');
}

const environmentLines = ({ manifest }: Plugin): readonly string[] => [
  `${manifest.name} ${manifest.version}`,
  `Obsidian ${apiVersion}, ${Platform.isMobile ? 'mobile' : 'desktop'}, ${systemName()}`,
];

function systemName(): string {
  if (Platform.isIosApp) return 'iOS';
  if (Platform.isAndroidApp) return 'Android';
  if (Platform.isMacOS) return 'macOS';
  if (Platform.isWin) return 'Windows';
  return Platform.isLinux ? 'Linux' : REPORT.unknownSystem;
}

/** Counts each kind of error. */
function errorLines(failures: readonly Failure[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { problem } of failures) {
    const kind = kindOf(problem);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].slice(0, MOST_FAILURES).map(([kind, count]) => `- ${kind} (${String(count)})`);
}

function kindOf(problem: Problem): string {
  if (problem.code === 'error') return SYSTEM_CODE.exec(problem.message)?.[0] ?? 'other';
  if (problem.code !== 'service') return problem.code;
  const { doing, why, status } = problem;
  return [doing, why, ...(status === undefined ? [] : [String(status)])].join(', ');
}

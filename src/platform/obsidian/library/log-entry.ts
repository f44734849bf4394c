import { inlineMarkdown } from '../../../core/markdown/inline';
import type { Failure, SyncReport } from '../../../core/report';
import { linkTo } from '../../../core/views/highlight-embed';
import { LOG, RUNS, saidOf } from './library-strings';
import { list } from '../english';
import { outcomeText } from './run-text';

const [MOST_LINKS, MOST_FAILURES] = [20, 20];

/** What the log note says of a run. `now`: the device's own time; this note alone may tell it. */
export function logEntry(
  report: SyncReport,
  { made, now }: { readonly made: readonly string[]; readonly now: Date },
): { readonly time: string; readonly text: string; readonly details: readonly string[] } {
  const what = outcomeText(report);
  const text = made.length === 0 ? LOG.entry(what) : LOG.entry(LOG.made(what, linksTo(made)));
  const failures = report.failures.slice(0, MOST_FAILURES).map(failureLine);
  const conflicts = [
    ...new Set(report.conflicts.map(({ block, path }) => RUNS.failure(RUNS.conflict(block), linkTo(path)))),
  ].slice(0, MOST_FAILURES);
  return { time: timeOf(now), text, details: [...failures, ...conflicts] };
}

function linksTo(paths: readonly string[]): string {
  const links = list(paths.slice(0, MOST_LINKS).map(linkTo));
  return paths.length > MOST_LINKS ? LOG.more(links, paths.length - MOST_LINKS) : links;
}

const failureLine = ({ path, id, message }: Failure): string =>
  saidOf(path === null ? inlineMarkdown(id) : linkTo(path), inlineMarkdown(message));

/** `2026-01-31 09:05` by the device's clock: it sorts, and means the same in every language. */
export function timeOf(now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(now.getFullYear())}-${two(now.getMonth() + 1)}-${two(now.getDate())} ${two(now.getHours())}:${two(now.getMinutes())}`;
}

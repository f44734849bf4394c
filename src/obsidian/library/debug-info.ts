import { apiVersion, Platform, type Plugin } from 'obsidian';
import type { Failure } from '../../model/report';
import { copyText } from '../components/copy-text';
import type { LibraryHost } from './library-host';

export const COPY_DEBUG_INFO = 'Copy debug info';

const MOST_FAILURES = 10;

/** What the client says of itself in a message. Everything else in a message may be a title, a path or somebody's words. */
const STEP =
  /^While ((?:fetching (?:highlights|documents|the text|the daily review)|listing (?:highlights|books)|asking for the file)(?:, page \d+)?)/;
const STATUS = /the service (?:failed|rejected the request) \((\d{3})/;
const SYSTEM_CODE =
  /\b(?:EACCES|EBUSY|EEXIST|EIO|EISDIR|EMFILE|ENAMETOOLONG|ENOENT|ENOSPC|ENOTDIR|ENOTEMPTY|EPERM|EROFS|ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT)\b/;

/** Copies what helps with a bug report: versions, counts, the last sync and its errors; no title, no path, and never the token. */
export async function copyDebugInfo(host: DebugHost): Promise<void> {
  await copyText(await debugInfo(host), 'Debug info copied.');
}

type DebugHost = Pick<LibraryHost, 'plugin' | 'engine' | 'lastEnd'>;

async function debugInfo({ plugin, engine, lastEnd }: DebugHost): Promise<string> {
  const { counts, due, failing, failures, hold } = await engine.overview(new AbortController().signal);
  const [lastRun] = await engine.runs();
  const ended = lastEnd.read();
  const last = ended === null ? 'never' : [ended.at, ended.outcome, ended.cause ?? ''].join(' ').trim();
  const errors = errorLines([...(lastRun?.failures ?? []), ...failures]);
  return [
    ...environmentLines(plugin),
    `Items: ${String(counts.items)}, notes: ${String(counts.notes)}, notes due: ${String(due)}`,
    `Failures: ${String(failing)}, held notes: ${String(hold?.notes.length ?? 0)}`,
    `Last sync: ${last}`,
    ...(errors.length === 0 ? [] : ['Last errors:', ...errors]),
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
  return Platform.isLinux ? 'Linux' : 'unknown system';
}

/** Each kind of error once, with how often it came. */
function errorLines(failures: readonly Failure[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { problem } of failures) {
    const kind = problem.code === 'error' ? kindOfError(problem.message) : problem.code;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].slice(0, MOST_FAILURES).map(([kind, count]) => `- ${kind} (${String(count)})`);
}

function kindOfError(message: string): string {
  const step = STEP.exec(message)?.[1];
  const status = STATUS.exec(message)?.[1];
  const code = SYSTEM_CODE.exec(message)?.[0];
  const known = [step, status, code].filter((part) => part !== undefined);
  return known.length === 0 ? 'other' : known.join(', ');
}

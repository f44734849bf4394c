import type { RunRecord } from '../history/run-record';
import type { Failure, NoteCounts } from '../report';
import type { Settings } from '../settings';
import { redacted } from './redact';
import { settingsShape } from './settings-shape';

/** What a report for an issue is made from. It holds names and texts; the report does not. */
export interface IssueFacts {
  /** Versions and platform, line by line. */
  readonly environment: readonly string[];
  readonly settings: Settings;
  readonly standardSettings: Settings;
  readonly counts: { readonly items: number; readonly notes: number };
  readonly due: number;
  readonly held: number;
  readonly conflicts: number;
  readonly watermarks: { readonly highlights: string | null; readonly documents: string | null };
  readonly failing: number;
  readonly failures: readonly Failure[];
  /** Newest first. */
  readonly runs: readonly RunRecord[];
}

const [MOST_RUNS, MOST_MESSAGES] = [10, 10];

/** A report that anybody may read: no title, path, text, tag, address or id of the person's is in it. In English, as issues are. */
export function issueReport(facts: IssueFacts): string {
  const { counts, watermarks } = facts;
  return [
    '### Environment',
    ...facts.environment.map((line) => `- ${line}`),
    '',
    '### This device',
    `- ${String(counts.items)} items, ${String(counts.notes)} notes, ${String(facts.due)} due, ${String(facts.failing)} failing, ${String(facts.held)} held, ${String(facts.conflicts)} with conflicts`,
    `- highlights up to ${watermarks.highlights ?? 'nothing'}, documents up to ${watermarks.documents ?? 'nothing'}`,
    ...messagesOf(facts.failures),
    '',
    '### Last syncs, newest first',
    ...(facts.runs.length === 0 ? ['- none'] : facts.runs.slice(0, MOST_RUNS).flatMap(runLines)),
    '',
    '### Settings',
    '```json',
    JSON.stringify(settingsShape(facts.settings, facts.standardSettings), null, 1),
    '```',
    '',
  ].join('\n');
}

function runLines({
  at,
  kind,
  outcome,
  cause,
  notes,
  requests,
  vaultWrites,
  durationMs,
  failures,
  conflicts,
}: RunRecord): readonly string[] {
  const facts = [
    `${kind} ${outcome}`,
    ...(cause === undefined ? [] : [cause]),
    ...countsOf(notes),
    `${String(requests)} requests`,
    `${String(vaultWrites)} writes`,
    `${String(durationMs)} ms`,
  ];
  return [
    `- ${at}: ${facts.join(', ')}`,
    ...(conflicts.length === 0 ? [] : [`  - ${String(conflicts.length)} conflicts`]),
    ...messagesOf(failures),
  ];
}

const countsOf = (notes: NoteCounts): readonly string[] =>
  Object.entries(notes).flatMap(([name, count]: readonly [string, number]) =>
    count > 0 ? [`${String(count)} ${name}`] : [],
  );

/** Each message once, with how often it came. */
function messagesOf(failures: readonly Failure[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { id, path, message } of failures) {
    const text = redacted(message, [path ?? '', id]);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts]
    .slice(0, MOST_MESSAGES)
    .map(([text, count]) => `  - ${text}${count > 1 ? ` (${String(count)} times)` : ''}`);
}

import type { StateChange, StateStore } from '../../model/ports';
import type { Problem } from '../../model/problem';
import { keys } from '../../store/keys';
import { readText } from '../../store/stored';
import type { SyncStats } from '../context/sync-stats';

/** Problems that every full pull reports again. */
const REPEATED_PROBLEMS: ReadonlySet<Problem['code']> = new Set(['incomplete-record', 'parent-not-listed']);

/** Drops the notices that an earlier run gave about the same version of a record; stores the others. */
export async function dropReportedNotices(stats: SyncStats, state: StateStore): Promise<void> {
  const notices = stats.notices.filter(({ problem }) => REPEATED_PROBLEMS.has(problem.code));
  const reportedKeys = notices.map(({ id, problem }) => keys.reported(problem.code, id));
  const reported = (await state.getMany(reportedKeys)).map(readText);
  const changes: StateChange[] = [];
  for (const [index, notice] of notices.entries()) {
    const value = JSON.stringify(notice.problem);
    if (reported[index] === value) stats.dropNotice(notice);
    else changes.push({ put: reportedKeys[index] ?? '', value });
  }
  if (changes.length > 0) await state.commit(changes);
}

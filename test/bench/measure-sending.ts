import { programFile } from './build-programs';
import { LATENCY_MS } from './measure-library';
import type { SendingResult, SendingTask } from './programs/sending';
import { LIMITS } from './programs/paced-limits';
import type { Row } from './rows';
import { runProgram } from './run-program';
import { startService, type Size } from './service';

const HIGHLIGHTS = 500;
/** Five batches, and the look at the book that they went into. */
const MOST_REQUESTS = 6;
const MINUTE_MS = 60_000;

/** Sending many new highlights, after a first sync and beside one, on the simulated clock. */
export async function measureSending(root: string, size: Size): Promise<readonly Row[]> {
  const measure = async (when: SendingTask['when']): Promise<SendingResult> => {
    const service = await startService(root, size);
    const { baseUrl, token } = service;
    const task: SendingTask = { baseUrl, token, latencyMs: LATENCY_MS, highlights: HIGHLIGHTS, when };
    try {
      return await runProgram<SendingResult>(programFile(root, 'sending'), task);
    } finally {
      await service.stop();
    }
  };
  const alone = await measure('none');
  const after = await measure('after');
  const beside = await measure('beside');
  const extraMs = beside.syncMs - alone.syncMs;
  // Each request takes its turn in the budget, and its answer may be waited for.
  const allowedMs = beside.requests * (MINUTE_MS / LIMITS.v2 + LATENCY_MS);
  return [
    {
      what: `${String(HIGHLIGHTS)} new highlights sent: requests, CPU`,
      library: size,
      measured: `${String(after.requests)} requests, ${after.cpuMs.toFixed(0)} ms`,
      goal: `≤ ${String(MOST_REQUESTS)} requests`,
      isMet: after.outcome === 'sent' && after.requests <= MOST_REQUESTS,
    },
    {
      what: 'Sending them beside a first sync: what that takes longer (simulated clock)',
      library: size,
      measured: `${seconds(extraMs)} more than ${seconds(alone.syncMs)}, for ${String(beside.requests)} requests`,
      goal: `≤ the requests themselves, ${seconds(allowedMs)}`,
      isMet: beside.outcome === 'sent' && extraMs <= allowedMs,
    },
  ];
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

import { runDaily, type DailyRequest, type DailyResult } from '../../features/daily/run-daily';
import type { PluginContext } from '../app/plugin-context';
import { VIEWS } from '../strings/window-strings';
import { createTextFile } from '../vault/files';
import { openNote } from './components/elements';

/** Delay of the notice that says that work is going on. */
const NOTICE_AFTER_MS = 400;
const WORK_TOPIC = 'daily';

/** Creates the base, the daily review or today's section of the daily note, and opens it. */
export async function makeDaily(context: PluginContext, request: DailyRequest): Promise<void> {
  const { app, calendar, host } = context;
  if (!context.isReady(request.view === 'review')) return;
  const result = await withWorkNotice(context, async () => {
    await context.store.renew();
    const { settings, account } = context;
    const token = request.view === 'review' ? account.forRequests().token : '';
    return context.withBoth((both) =>
      runDaily(
        {
          context: { ...both, clock: host.clock, settings, calendar },
          createFile: (path, text) => createTextFile(app, path, text),
          service: host,
          token: () => Promise.resolve(token),
        },
        request,
      ),
    );
  });
  const problem = problemIn(result);
  if (problem !== null) context.notices.say(problem);
  await openNote(app, result.path);
}

function problemIn(result: DailyResult): string | null {
  if (result.view === 'base') return null;
  if (result.highlights === 0) return VIEWS.nothing[result.view];
  return result.missing > 0 ? VIEWS.missing(result.missing) : null;
}

async function withWorkNotice<Result>(
  { notices }: PluginContext,
  work: () => Promise<Result>,
): Promise<Result> {
  const timer = window.setTimeout(() => notices.ask(WORK_TOPIC, { text: VIEWS.working }), NOTICE_AFTER_MS);
  try {
    return await work();
  } finally {
    window.clearTimeout(timer);
    notices.settle(WORK_TOPIC);
  }
}

import type { Page } from 'playwright-core';

type Reply<Answer> = { readonly answer: Answer } | { readonly pending: number };

const POLL_MS = 10;

/**
 * Calls a function in the page and gives its answer, promised or not. For promises, in place of
 * `page.evaluate`, which lets the browser wait for a promise of its own making: that one is garbage as soon as
 * it settles, and is sometimes collected before the browser has heard, when the page does much in the same
 * turn. So the page keeps what the function promised, and is asked for it.
 */
export async function answerOf<Answer, Given>(
  page: Page,
  ask: (given: Given) => Answer | Promise<Answer>,
  given: Given,
): Promise<Answer> {
  const reply: Reply<Answer> = await page.evaluate(
    `(${String(keepAnswer)})(${String(ask)}, ${JSON.stringify(given)})`,
  );
  if ('answer' in reply) return reply.answer;
  for (;;) {
    const settled = await page.evaluate(takeAnswer<Answer>, reply.pending);
    if (settled !== null) return settled.answer;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

interface Kept {
  outcome?: { readonly answer: unknown } | { readonly error: unknown };
}

interface KeepingWindow {
  keptAnswers?: Kept[];
}

/** Runs in the page. */
function keepAnswer(ask: (given: unknown) => unknown, given: unknown): Reply<unknown> {
  const answer = ask(given);
  if (!(answer instanceof Promise)) return { answer };
  const kept: Kept = {};
  answer.then(
    (value) => (kept.outcome = { answer: value }),
    (error) => (kept.outcome = { error }),
  );
  const all = ((window as KeepingWindow).keptAnswers ??= []);
  return { pending: all.push(kept) - 1 };
}

/** Runs in the page: null as long as there is none. */
function takeAnswer<Answer>(pending: number): { readonly answer: Answer } | null {
  const kept = (window as KeepingWindow).keptAnswers?.[pending];
  if (kept === undefined) throw new Error('The page was loaded anew before it had answered');
  const { outcome } = kept;
  if (outcome === undefined) return null;
  if ('error' in outcome) throw outcome.error;
  return outcome as { readonly answer: Answer };
}

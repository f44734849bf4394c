/**
 * Line and column of the mistake in a text that is no JSON, counted from 1. Not every message of the engine
 * names the place, but a text that is cut before its mistake is only incomplete.
 */
export function jsonMistakePlace(text: string): { readonly line: number; readonly column: number } {
  let good = 0;
  let bad = text.length + 1;
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (isIncomplete(text.slice(0, middle))) good = middle;
    else bad = middle;
  }
  const before = text.slice(0, good).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** Whether this is JSON up to its end, complete or not. */
function isIncomplete(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const position = /at position (\d+)/.exec(error.message)?.[1];
    if (position !== undefined && Number(position) >= text.length) return true;
    return /end of JSON input|Unterminated string/.test(error.message);
  }
}

const CONTAINERS = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*/;

/** What stands after the quote and list markers of a line. */
const inside = (line: string): string => line.replace(CONTAINERS, '');

function withoutSpans(line: string): string {
  let out = '';
  for (let at = 0; at < line.length;) {
    if (line[at] === '\\') {
      out += line.slice(at, at + 2);
      at += 2;
      continue;
    }
    const run = /^`+/.exec(line.slice(at))?.[0] ?? '';
    const rest = line.slice(at + run.length);
    const close = run === '' ? null : new RegExp(`(?:^|[^\`])(${run})(?!\`)`).exec(rest);
    if (close === null) {
      out += run === '' ? (line[at] ?? '') : run;
      at += Math.max(1, run.length);
    } else {
      out += '□';
      at += run.length + close.index + close[0].length;
    }
  }
  return out;
}

export interface Fence {
  readonly info: string;
  readonly closed: boolean;
}

/**
 * The lines of a note that are not code, without their code spans, and the fences; read by CommonMark's
 * rules, apart from the code under test.
 */
export function readOutsideCode(markdown: string): {
  readonly lines: readonly string[];
  readonly fences: readonly Fence[];
} {
  const lines: string[] = [];
  const fences: { info: string; closed: boolean }[] = [];
  let open: { mark: string; length: number } | null = null;
  for (const line of markdown.split('\n')) {
    const text = open === null ? inside(line) : line.replace(/^[> \t]*/, '');
    const fence = /^(`{3,}|~{3,})(.*)$/.exec(text);
    const [, run = '', info = ''] = fence ?? [];
    if (open === null && fence !== null && !(run.startsWith('`') && info.includes('`'))) {
      open = { mark: run.charAt(0), length: run.length };
      fences.push({ info: info.trim(), closed: false });
    } else if (open === null) lines.push(withoutSpans(line));
    else if (fence !== null && run.startsWith(open.mark) && run.length >= open.length && info.trim() === '') {
      open = null;
      const last = fences[fences.length - 1];
      if (last !== undefined) last.closed = true;
    }
  }
  return { lines, fences };
}

/** Far deeper than properties are. The YAML library goes from level to level by recursion. */
const DEEPEST = 100;

/** What opens or closes a list or mapping in brackets, and keys, which may stand in each other there. */
const SIGNS = /[[{\]},]|:(?=\s|$)/g;
/** Lists and keys that begin on the line of another, as in `- - ? x`, also behind a key. */
const INDICATORS = /^\s*(?:[^\s"'[{]+:\s+)?((?:[-?:]\s+)+)/;

/**
 * The line (from 0) at which YAML is nested too deep to be parsed; null if it may be parsed. One look at each
 * character, and rather too much than too little: brackets in texts count, too.
 */
export function tooDeepLine(yaml: string): number | null {
  const columns: number[] = [];
  let open = 0;
  let keys = 0;
  for (const [index, line] of yaml.split('\n').entries()) {
    const start = line.search(/\S/);
    if (start === -1) continue;
    while ((columns.at(-1) ?? -1) >= start) columns.pop();
    columns.push(start);
    const indicators = INDICATORS.exec(line)?.[1]?.match(/\S/g)?.length ?? 0;
    let deepest = open + keys;
    for (const [sign] of line.matchAll(SIGNS)) {
      if (sign === '[' || sign === '{') open += 1;
      else if (sign === ':') keys += open > 0 ? 1 : 0;
      else keys = 0;
      if (sign === ']' || sign === '}') open = Math.max(0, open - 1);
      deepest = Math.max(deepest, open + keys);
    }
    if (columns.length + indicators + deepest > DEEPEST) return index;
  }
  return null;
}

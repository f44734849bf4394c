/** The text without a byte order mark and with `\n` line ends. */
export function unixText(text: string): string {
  const start = text.startsWith('\ufeff') ? text.slice(1) : text;
  return start.includes('\r') ? start.replace(/\r\n?/g, '\n') : start;
}

/** Scripts without blanks between words, for a character class; each character counts as a word. */
export const UNSPACED_SCRIPTS = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;

/** The words without empty ones and repetitions; of words that differ only in case the first stays. */
export function distinctWords(words: readonly string[]): readonly string[] {
  const seen = new Map<string, string>();
  for (const word of words)
    if (word !== '' && !seen.has(word.toLowerCase())) seen.set(word.toLowerCase(), word);
  return [...seen.values()];
}

/** ` Did you mean "title"?`, or `''` when no known name is similar. */
export function suggestion(name: string, known: readonly string[]): string {
  const wanted = name.slice(0, 40).toLowerCase();
  const [nearest] = known
    .map((candidate) => ({ candidate, distance: editDistance(wanted, candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const allowed = wanted.length <= 3 ? 1 : Math.max(2, Math.floor(wanted.length / 3));
  return nearest !== undefined && nearest.distance <= allowed ? ` Did you mean "${nearest.candidate}"?` : '';
}

function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

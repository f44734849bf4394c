/** The words that are not empty, each once whatever its case; the first spelling stays. */
export function distinctWords(words: readonly string[]): readonly string[] {
  const seen = new Map<string, string>();
  for (const word of words)
    if (word !== '' && !seen.has(word.toLowerCase())) seen.set(word.toLowerCase(), word);
  return [...seen.values()];
}

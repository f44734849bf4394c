/** The language that there is for one that is asked for: itself, else what it is a variant of (`de` for `de-AT`), else English. */
export function nearestLanguage(asked: string, languages: readonly string[]): string {
  const tag = asked.toLowerCase().replaceAll('_', '-');
  const find = (wanted: string): string | undefined =>
    languages.find((each) => each.toLowerCase() === wanted);
  return find(tag) ?? find(tag.replace(/-.*/, '')) ?? 'en';
}

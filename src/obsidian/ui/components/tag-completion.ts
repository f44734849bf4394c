let lists = 0;

/**
 * Completes the tag that is being typed, the last one of a list with commas. The browser's own list of
 * suggestions replaces the whole text, so each suggestion repeats what stands before the last tag.
 */
export function completeTags(
  input: HTMLInputElement,
  {
    names,
    onError,
  }: { readonly names: () => Promise<readonly string[]>; readonly onError: (error: unknown) => void },
): void {
  lists += 1;
  const id = `florilegium-tags-${String(lists)}`;
  const suggestions = createEl('datalist', { attr: { id } });
  input.after(suggestions);
  input.setAttr('list', id);
  let known: readonly string[] = [];
  const suggest = (): void => {
    const [, before = ''] = /^(.*,\s*)?[^,]*$/.exec(input.value) ?? [];
    const typed = before.split(',').map((tag) => tag.trim());
    suggestions.empty();
    for (const name of known.filter((each) => !typed.includes(each)))
      suggestions.createEl('option', { attr: { value: `${before}${name}` } });
  };
  const ask = async (): Promise<void> => {
    known = await names();
    suggest();
  };
  input.addEventListener('focus', () => void ask().catch(onError), { once: true });
  input.addEventListener('input', suggest);
}

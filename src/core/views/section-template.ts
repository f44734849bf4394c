import { inlineMarkdown } from '../markdown/inline';

/** Markdown of a section from its template: texts are escaped, the line `{{embeds}}` gives one embed a paragraph. */
export function sectionLines(
  template: string,
  { texts, embeds }: { readonly texts: Readonly<Record<string, string>>; readonly embeds: readonly string[] },
): readonly string[] {
  return template
    .trim()
    .split('\n')
    .flatMap((line) => (line.trim() === '{{embeds}}' ? paragraphs(embeds) : [filled(line, texts)]));
}

const paragraphs = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line, index) => (index === 0 ? [line] : ['', line]));

const filled = (line: string, texts: Readonly<Record<string, string>>): string =>
  line.replace(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(texts, name) ? inlineMarkdown(texts[name] ?? '') : whole,
  );

import { getFrontMatterInfo, parseYaml } from './front-matter';
import { renderMarkdown } from './markdown-reader';

/** A note as it is read: its name, its properties, then its text. */
export function drawReadingView(view: HTMLElement, name: string, note: string): void {
  view.empty();
  const { frontmatter, contentStart } = getFrontMatterInfo(note);
  const properties = parseYaml(frontmatter);
  const sizer = view.createDiv({ cls: 'markdown-preview-sizer markdown-rendered' });
  sizer.createDiv({ cls: 'inline-title', text: name });
  if (typeof properties === 'object' && properties !== null) drawProperties(sizer, properties);
  sizer.append(...renderMarkdown(note.slice(contentStart)));
}

function drawProperties(parent: HTMLElement, properties: object): void {
  const list = parent.createDiv({
    cls: 'metadata-properties',
    attr: { role: 'list', 'aria-label': 'Properties' },
  });
  for (const [name, value] of Object.entries(properties)) {
    const row = list.createDiv({ cls: 'metadata-property', attr: { role: 'listitem' } });
    row.createSpan({ cls: 'metadata-property-key', text: name });
    const shown = row.createSpan('metadata-property-value');
    if (Array.isArray(value))
      for (const each of value) shown.createSpan({ cls: 'multi-select-pill', text: String(each) });
    else shown.setText(String(value));
  }
}

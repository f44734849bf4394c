import { builtInTemplates } from '../../core/template/built-in-templates';
import type { ItemKind } from '../../core/library/model';
import { bodyOf, joinNote, noteVersion } from '../../core/note/note';
import { compileTemplate } from '../../core/template/compile';
import { readYaml } from './read-yaml';
import { SAMPLE_ITEMS } from './sample-items';
import type { TemplateLook } from './template-page';

/** The sample item of a kind as its note would be written, without the trailer. `source` null: the built-in template. */
export function previewTemplate(kind: ItemKind, source: string | null): TemplateLook {
  const compiled = compileTemplate({ name: kind, source: source ?? builtInTemplates[kind], readYaml });
  if (!compiled.ok) {
    return { ok: false, problems: compiled.problems.map(({ line, column, message }) => `Line ${String(line)}, column ${String(column)}: ${message}`) };
  }
  const item = SAMPLE_ITEMS[kind];
  const { yaml, header, blocks } = noteVersion({ item, rendered: compiled.template.render(item) });
  return { ok: true, note: joinNote(yaml, bodyOf(header, blocks)) };
}

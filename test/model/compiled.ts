import type { NoteTemplate, TemplateProblem } from '../../src/notes/template/template';
import { compileTemplate } from '../../src/notes/template/compile';

/** The template, which must compile. */
export function compiled(source: string): NoteTemplate {
  const result = compileTemplate({ name: 'test.md', source });
  if (!result.ok) throw new Error(JSON.stringify(result.problems, null, 2));
  return result.template;
}

/** What is wrong with the template, which must not compile. */
export function problemsOf(source: string): readonly TemplateProblem[] {
  const result = compileTemplate({ name: 'test.md', source });
  return result.ok ? [] : result.problems;
}

/** What will not come out right in the template, which must compile. */
export function warningsOf(source: string): readonly string[] {
  const result = compileTemplate({ name: 'test.md', source });
  if (!result.ok) throw new Error(JSON.stringify(result.problems, null, 2));
  return result.warnings.map(({ line, column, message }) => `${String(line)}:${String(column)} ${message}`);
}

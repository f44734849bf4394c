import { templateMistakeText } from '../../src/messages/template-messages';
import type { NoteTemplate, TemplateProblem } from '../../src/notes/template/template';
import { compileTemplate } from '../../src/notes/template/compile';

/** The template, which must compile. */
export function compiled(source: string): NoteTemplate {
  const result = compileTemplate({ name: 'test.md', source });
  if (!result.ok) throw new Error(JSON.stringify(result.problems, null, 2));
  return result.template;
}

/** What is wrong with the template, which must not compile, in words. */
export function problemsOf(
  source: string,
): readonly (Omit<TemplateProblem, 'mistake'> & { message: string })[] {
  const result = compileTemplate({ name: 'test.md', source });
  const problems = result.ok ? [] : result.problems;
  return problems.map(({ mistake, ...place }) => ({ ...place, message: templateMistakeText(mistake) }));
}

/** What will not come out right in the template, which must compile. */
export function warningsOf(source: string): readonly string[] {
  const result = compileTemplate({ name: 'test.md', source });
  if (!result.ok) throw new Error(JSON.stringify(result.problems, null, 2));
  return result.warnings.map(
    ({ line, column, mistake }) => `${String(line)}:${String(column)} ${templateMistakeText(mistake)}`,
  );
}

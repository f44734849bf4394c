import { convertTemplate } from './convert-template';
import type { TemplateLanguage } from './fields';

export interface TemplateConvertArguments {
  readonly file: string;
  readonly from: TemplateLanguage;
  /** Null: the result is printed. */
  readonly out: string | null;
}

/** What the command does outside itself. What `read` and `write` throw is for the caller. */
export interface TemplateConvertEffects {
  readonly read: (file: string) => Promise<string>;
  readonly write: (file: string, text: string) => Promise<void>;
  readonly print: (text: string) => void;
  /** For one line about the conversion, apart from the result. */
  readonly report: (line: string) => void;
}

export const TEMPLATE_LANGUAGES: readonly TemplateLanguage[] = [
  'jinja',
  'nunjucks',
  'mustache',
  'handlebars',
];

export const isTemplateLanguage = (name: string): name is TemplateLanguage =>
  TEMPLATE_LANGUAGES.some((language) => language === name);

/** Converts one template file. Gives the exit code: 0, or 1 when something did not go over. */
export async function runTemplateConvert(
  { file, from, out }: TemplateConvertArguments,
  effects: TemplateConvertEffects,
): Promise<number> {
  const { text, warnings } = convertTemplate({
    source: await effects.read(file),
    from,
  });
  if (out === null) effects.print(text);
  else await effects.write(out, text);
  for (const { line, column, message } of warnings)
    effects.report(`${file}:${String(line)}:${String(column)}: ${message}`);
  return warnings.length === 0 ? 0 : 1;
}

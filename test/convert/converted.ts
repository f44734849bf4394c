import { convertTemplate, type ConvertedTemplate } from '../../src/convert/convert-template';
import type { TemplateLanguage } from '../../src/convert/fields';

export const converted = (source: string, from: TemplateLanguage = 'jinja'): ConvertedTemplate =>
  convertTemplate({ source, from });

/** The header that comes of a header. */
export const header = (source: string, from: TemplateLanguage = 'jinja'): string =>
  converted(`${source}\n%% highlight %%\nx`, from).text.replace(/\n?\n%% highlight %%\nx\n$/, '');

/** The highlight part that comes of one. */
export const highlight = (source: string, from: TemplateLanguage = 'jinja'): string =>
  converted(`%% highlight %%\n${source}`, from)
    .text.replace(/^%% highlight %%\n/, '')
    .trimEnd();

/** Warnings as the terminal writes them, without the file. */
export const told = (source: string, from: TemplateLanguage = 'jinja'): readonly string[] =>
  converted(source, from).warnings.map(
    ({ line, column, message }) => `${String(line)}:${String(column)}: ${message}`,
  );

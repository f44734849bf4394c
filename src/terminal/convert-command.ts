import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { isTemplateLanguage, runTemplateConvert, TEMPLATE_LANGUAGES } from '../convert/template-command';
import type { Command } from '../platform/node/arguments/parse-arguments';
import { CannotStart, isFile, say, unlessRefused } from './can-start';

type ConvertCommand = Extract<Command, { readonly name: 'convert-template' }>;

export async function convert({ file, from, out }: ConvertCommand): Promise<number> {
  if (!isTemplateLanguage(from)) throw new CannotStart(`--from is one of ${TEMPLATE_LANGUAGES.join(', ')}`);
  if (!isFile(file)) throw new CannotStart(`There is no template file ${file}`);
  if (out !== null && existsSync(out) && realpathSync.native(out) === realpathSync.native(file))
    throw new CannotStart(
      `The template would be written over what it is made of. Choose another file than ${out}`,
    );
  return runTemplateConvert(
    { file, from, out },
    {
      read: (path) => Promise.resolve(unlessRefused(`read ${path}`, () => readFileSync(path, 'utf8'))),
      write: (path, text) => Promise.resolve(unlessRefused(`write ${path}`, () => writeFileSync(path, text))),
      print: (text) => process.stdout.write(text),
      report: say,
    },
  );
}

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { isTemplateLanguage, runTemplateConvert, TEMPLATE_LANGUAGES } from '../convert/template-command';
import type { Command } from '../platform/node/parse-arguments';
import { readYaml } from '../platform/node/read-yaml';
import { CannotStart, say } from './can-start';

type ConvertCommand = Extract<Command, { readonly name: 'convert-template' }>;

export async function convert({ file, from, out }: ConvertCommand): Promise<number> {
  if (!isTemplateLanguage(from)) throw new CannotStart(`--from is one of ${TEMPLATE_LANGUAGES.join(', ')}`);
  return runTemplateConvert(
    { file, from, out },
    {
      read: readTemplateFile,
      write: (path, text) => Promise.resolve(writeFileSync(path, text)),
      print: (text) => process.stdout.write(text),
      report: say,
      readYaml,
    },
  );
}

function readTemplateFile(file: string): Promise<string> {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) throw new CannotStart(`There is no template file ${file}`);
  return Promise.resolve(readFileSync(file, 'utf8'));
}

import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import type { Command } from 'commander';
import { isTemplateLanguage, runTemplateConvert, TEMPLATE_LANGUAGES } from '../convert/template-command';
import { readYaml } from '../platform/node/read-yaml';
import { CannotStart, isFile, say, unlessRefused } from './can-start';
import { notEmpty, text } from './options';

interface ConvertOptions {
  readonly from: string;
  readonly out?: string;
}

export function addConvertCommand(program: Command): void {
  program
    .command('template')
    .description('make a template of one of another plugin')
    .command('convert')
    .argument('<file>', 'the template of the other plugin', notEmpty)
    .addOption(text('--from <language>', 'jinja, nunjucks, mustache or handlebars').makeOptionMandatory())
    .addOption(text('--out <file>', 'where the template goes; else it is printed'))
    .action(async (file: string, { from, out }: ConvertOptions) => {
      process.exitCode = await convert({ file, from, out: out ?? null });
    });
}

async function convert({
  file,
  from,
  out,
}: {
  readonly file: string;
  readonly from: string;
  readonly out: string | null;
}): Promise<number> {
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
      write: (path, written) =>
        Promise.resolve(unlessRefused(`write ${path}`, () => writeFileSync(path, written))),
      print: (printed) => process.stdout.write(printed),
      report: say,
      readYaml,
    },
  );
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './plugin-options.mjs';

/** The types of what `--json` prints, for programs that read it. The file stands alone. */
export async function reportTypes() {
  const fileName = join(root, 'src/core/report.ts');
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(await readFile(fileName, 'utf8'), {
    fileName,
    reportDiagnostics: true,
  });
  if (diagnostics.length > 0 || /\bfrom ['"]/.test(outputText))
    throw new Error('src/core/report.ts must say its types by itself.');
  return outputText;
}

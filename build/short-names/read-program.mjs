import { join } from 'node:path';
import ts from 'typescript';

/** The program that begins at `entry`, as the project's own options read it. */
export function readProgram({ root, entry }) {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson({ ...config.compilerOptions, types: [] }, root);
  const host = ts.createCompilerHost(options);
  // Comments of declarations are many, and say nothing about names.
  host.jsDocParsingMode = ts.JSDocParsingMode.ParseNone;
  return ts.createProgram(
    [join(root, entry), ...ts.sys.readDirectory(join(root, 'src'), ['.d.ts'])],
    options,
    host,
  );
}

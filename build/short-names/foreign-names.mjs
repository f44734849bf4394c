import ts from 'typescript';
import { walk, writtenName } from './sources.mjs';

/**
 * What libraries and hosts may ask for: the names of members in all declarations that the program sees, and every name and text in
 * the code of the bundled libraries (`libraries`: path and text of each file).
 */
export function foreignNames(program, libraries) {
  const names = new Set();
  for (const file of program.getSourceFiles().filter(({ isDeclarationFile }) => isDeclarationFile)) {
    walk(file, (node) => {
      const name =
        ts.isTypeElement(node) ||
        ts.isClassElement(node) ||
        ts.isEnumMember(node) ||
        ts.isVariableDeclaration(node) ||
        ts.isFunctionDeclaration(node)
          ? writtenName(node.name)
          : undefined;
      if (name !== undefined) names.add(name);
    });
  }
  for (const { path, text } of libraries) {
    walk(ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, false, ts.ScriptKind.JS), (node) => {
      if (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) names.add(node.text);
    });
  }
  return names;
}

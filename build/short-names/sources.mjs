import ts from 'typescript';

/** The files that are ours. */
export const sourcesOf = (program) => program.getSourceFiles().filter((file) => !file.isDeclarationFile);

/** Calls `visit` with every node of a file, from the outside in. */
export function walk(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** The text of a property's name where it is written out; undefined where it is computed or a `#name`. */
export const writtenName = (name) =>
  name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? name.text : undefined;

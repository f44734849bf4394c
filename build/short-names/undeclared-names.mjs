import ts from 'typescript';
import { sourcesOf, walk, writtenName } from './sources.mjs';

/** Those of `names` that are asked for although no type declares them: of an index signature, or of a value of type any. */
export function undeclaredNames(program, names) {
  const checker = program.getTypeChecker();
  const undeclared = new Set();
  const meet = (name, holder) => {
    if (!names.has(name) || undeclared.has(name)) return;
    const type = checker.getNonNullableType(checker.getTypeAtLocation(holder));
    // Of a union, each part is looked at: one may know the name and another have an index signature.
    const parts = type.isUnion() ? type.types : [type];
    const isKnown = parts.some(
      (part) => checker.getPropertyOfType(checker.getApparentType(part), name)?.declarations?.length > 0,
    );
    if (
      !isKnown ||
      parts.some((part) =>
        checker.getIndexInfosOfType(part).some(({ keyType }) => (keyType.flags & ts.TypeFlags.String) !== 0),
      )
    )
      undeclared.add(name);
  };
  for (const file of sourcesOf(program)) {
    walk(file, (node) => {
      if (ts.isPropertyAccessExpression(node)) meet(writtenName(node.name), node.expression);
      if (
        ts.isBindingElement(node) &&
        ts.isObjectBindingPattern(node.parent) &&
        node.dotDotDotToken === undefined
      )
        meet(writtenName(node.propertyName ?? node.name), node.parent);
    });
  }
  return undeclared;
}

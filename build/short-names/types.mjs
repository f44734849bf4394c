import ts from 'typescript';

/** Whether a declaration stands in the sources, not in what libraries declare. */
export const isOurs = (declaration) => !declaration.getSourceFile().isDeclarationFile;

/** The members of a union or intersection; of another type, itself. */
export const partsOf = (type) => (type.isUnionOrIntersection() ? type.types.flatMap(partsOf) : [type]);

/** What stands in the place of a generic type's parameters: the `T` of a `Promise<T>`, an array or a tuple. */
export const typeArgumentsOf = (checker, type) =>
  (type.objectFlags & ts.ObjectFlags.Reference) === 0 ? [] : checker.getTypeArguments(type);

export const isClassType = (type) =>
  type.symbol !== undefined && (type.symbol.flags & ts.SymbolFlags.Class) !== 0;

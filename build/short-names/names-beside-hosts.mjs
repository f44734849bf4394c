import ts from 'typescript';
import { sourcesOf, walk, writtenName } from './sources.mjs';
import { isOurs } from './types.mjs';

/** The names of members of classes that extend one of a host or library: a short one could be what that class calls a member of its own. */
export function namesBesideHosts(program) {
  const checker = program.getTypeChecker();
  const names = new Set();
  for (const file of sourcesOf(program)) {
    walk(file, (node) => {
      if (ts.isClassLike(node) && extendsHost(checker, node))
        membersOf(node).forEach((name) => names.add(name));
    });
  }
  return names;
}

function extendsHost(checker, declaration) {
  const base = declaration.heritageClauses?.find(({ token }) => token === ts.SyntaxKind.ExtendsKeyword)
    ?.types[0];
  if (base === undefined) return false;
  const bases = checker.getTypeAtLocation(base).symbol?.declarations ?? [];
  // What cannot be resolved may be a host's.
  return (
    bases.length === 0 ||
    bases.some((each) => !isOurs(each) || (ts.isClassLike(each) && extendsHost(checker, each)))
  );
}

/** Also those that the constructor's parameters declare. */
function membersOf(declaration) {
  const parameters = declaration.members
    .filter(ts.isConstructorDeclaration)
    .flatMap((each) => [...each.parameters].filter((one) => ts.isParameterPropertyDeclaration(one, each)));
  return [...declaration.members, ...parameters].flatMap(({ name }) => writtenName(name) ?? []);
}

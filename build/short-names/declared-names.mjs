import ts from 'typescript';
import { sourcesOf, walk, writtenName } from './sources.mjs';

const isMember = (node) =>
  ts.isPropertyDeclaration(node) ||
  ts.isPropertySignature(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isMethodSignature(node) ||
  ts.isAccessor(node) ||
  ts.isPropertyAssignment(node) ||
  ts.isShorthandPropertyAssignment(node) ||
  ts.isEnumMember(node) ||
  (ts.isParameter(node) && ts.isParameterPropertyDeclaration(node, node.parent));

/** The names of members, of keys of objects and of parameter properties; `files` narrows to those whose paths it takes. */
export function declaredNames(program, files = () => true) {
  const names = new Set();
  for (const file of sourcesOf(program).filter(({ fileName }) => files(fileName))) {
    walk(file, (node) => {
      const name = isMember(node) ? writtenName(node.name) : undefined;
      if (name !== undefined) names.add(name);
    });
  }
  return names;
}

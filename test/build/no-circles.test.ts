import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = join(__dirname, '../..');

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Which file of the sources imports values of which: a type that two rooms share is no circle. */
function importsOfFiles(): Graph {
  const files = ['src', 'pkg'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => join(ROOT, folder, path)),
  );
  const known = new Set(files);
  const importsOf = (file: string): Set<string> => {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
    const paths = valuesImported(source).map((name) => `${resolve(dirname(file), name)}.ts`);
    return new Set(paths.filter((path) => known.has(path)));
  };
  return new Map(files.map((file) => [file, importsOf(file)]));
}

/** The names of the modules that a file imports, exports from or loads, but for those of which it takes only types. */
function valuesImported(source: ts.SourceFile): readonly string[] {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && hasValues(node.importClause))
      names.push(textOf(node.moduleSpecifier));
    if (ts.isExportDeclaration(node) && !node.isTypeOnly && node.moduleSpecifier !== undefined)
      names.push(textOf(node.moduleSpecifier));
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      names.push(...node.arguments.map(textOf));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

function hasValues(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return true;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return false;
  const bindings = clause.namedBindings;
  if (clause.name !== undefined || bindings === undefined || ts.isNamespaceImport(bindings)) return true;
  return bindings.elements.some(({ isTypeOnly }) => !isTypeOnly);
}

const textOf = (node: ts.Node): string => (ts.isStringLiteral(node) ? node.text : '');

/** The same of the folders that the files are in. */
function importsOfFolders(files: Graph): Graph {
  const folders = new Map<string, Set<string>>();
  for (const [file, imported] of files) {
    const folder = dirname(file);
    const others = folders.get(folder) ?? new Set();
    folders.set(folder, others);
    for (const other of imported) if (dirname(other) !== folder) others.add(dirname(other));
  }
  return folders;
}

/**
 * What is in a circle, or imports one: what is left when everything is taken out that imports nothing that is
 * left.
 */
function circlesIn(graph: Graph): readonly string[] {
  const left = new Map(graph);
  let before = -1;
  while (left.size !== before) {
    before = left.size;
    for (const [from, imported] of left) if (![...imported].some((to) => left.has(to))) left.delete(from);
  }
  return [...left.keys()].map((path) => relative(ROOT, path)).sort();
}

describe('the sources', () => {
  const files = importsOfFiles();

  it('should have no circle of imports between files', () => {
    expect(files.size).toBeGreaterThan(100);
    expect(circlesIn(files)).toEqual([]);
  });

  it('should have no circle of imports between folders', () => {
    expect(circlesIn(importsOfFolders(files))).toEqual([]);
  });

  it('should be told when there is one', () => {
    const circle = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['b'])],
    ]);
    expect(circlesIn(circle)).toHaveLength(3);
  });
});

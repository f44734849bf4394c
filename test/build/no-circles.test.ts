import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as esbuild from 'esbuild';

const ROOT = join(__dirname, '../..');

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Which file of the sources imports values of which: a type that two rooms share is no circle. */
async function importsOfFiles(): Promise<Graph> {
  const files = ['src', 'pkg'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
  );
  const { metafile } = await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: files,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    outdir: 'dist',
    write: false,
    metafile: true,
    packages: 'external',
    loader: { '.hbs': 'text' },
    logLevel: 'silent',
  });
  const importsOf = (file: string): Set<string> =>
    new Set(
      (metafile.inputs[file]?.imports ?? [])
        .filter(({ path, external }) => external !== true && path.endsWith('.ts'))
        .map(({ path }) => path),
    );
  return new Map(files.map((file) => [file, importsOf(file)]));
}

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
  return [...left.keys()].sort();
}

describe('the sources', () => {
  let files: Graph;
  beforeAll(async () => {
    files = await importsOfFiles();
  });

  it('should have no circle of imports between files', () => {
    expect([...files.values()].filter(({ size }) => size > 0).length).toBeGreaterThan(100);
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

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runScript } from './run-script';

/** A small program: each name says what its fate should be. */
const PROGRAM = {
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      target: 'ES2022',
      lib: ['ES2022'],
      module: 'ESNext',
      moduleResolution: 'bundler',
      strict: true,
    },
  }),
  'src/library.d.ts':
    "declare module 'library' { export class Base { knownMember: number } export function paint(options: object): void; export function store<T>(value: T): void; }",
  'src/stored.ts':
    'export interface Stored { readonly storedMember: string; readonly inner?: { readonly storedDeep: number } }',
  'src/engine.ts': `
    interface Options { readonly ownOption: number; readonly inCode: number; readonly spokenWord: string; readonly partOfPath: number; readonly inTemplate: number }
    export class Engine {
      private ownField = 1;
      constructor(private readonly ownParameter: Options) {}
      ownMethod({ ownOption, inCode, spokenWord, partOfPath, inTemplate }: Options) { return [ownOption, inCode, spokenWord, partOfPath, inTemplate, this.ownField, this.ownParameter]; }
      get ownGetter() { return { ownKey: 1 }; }
    }
    export const words = ['spokenWord', 'settings.partOfPath', 'a sentence about ownField'];`,
  'src/leaving.ts': `
    import { Base, paint, store } from 'library';
    interface Box<Value> { readonly ownContent: Value }
    const wrapped = <Value>(ownWrapped: Value): Box<Value> => ({ ownContent: ownWrapped });
    const written = <Value>(value: Value) => JSON.stringify(value);
    const named = { serialized: 1, deep: [{ serializedDeep: 1 }] };
    const generic = { throughGeneric: 1 };
    const kept: { readonly hidden: { readonly inUnknown: number } } = { hidden: { inUnknown: 1 } };
    const holds: { readonly hidden: unknown } = kept;
    const isGuarded = (value: unknown): value is { readonly guarded: number } => value !== null;
    const record: Record<string, number> = { inRecord: 1 };
    const columns = { listed: 1 };
    export const keyOf = (key: keyof typeof columns) => key;
    export class Sub extends Base { besideHost = 1; constructor(private readonly besideParameter: number) { super(); } ask() { return this.besideParameter; } }
    JSON.stringify(named); written(generic); paint({ libraryOption: 1 }); store({ libraryValue: 1 });
    export const all = [wrapped(1).ownContent, isGuarded(holds), record.indexed, Object.keys({ enumerated: 1 })];
    export const taken = ({ indexed: 1 }).indexed;`,
  'src/main.ts':
    "import { Engine, words } from './engine';\nimport { all, Sub } from './leaving';\nimport type { Stored } from './stored';\nexport const main = (stored: Stored) => [Engine, words, all, Sub, stored.storedMember];",
};

const OWN = ['ownContent', 'ownField', 'ownGetter', 'ownKey', 'ownMethod', 'ownOption', 'ownParameter'];

describe('which names are our own', () => {
  let folder: string;
  let found: { readonly own: readonly string[]; readonly kept: readonly (readonly [string, string])[] };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'own-names-'));
    for (const [path, text] of Object.entries(PROGRAM)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    found = await runScript(`
      import { ownNames } from './build/short-names/own-names.mjs';
      import { readProgram } from './build/short-names/read-program.mjs';
      const { own, kept } = ownNames({
        program: readProgram({ root: ${JSON.stringify(folder)}, entry: 'src/main.ts' }),
        isData: (path) => path.endsWith('/stored.ts'),
        texts: ['{{inTemplate}}'],
        libraries: [{ path: 'library.js', text: 'x => x.inCode' }],
      });
      console.log(JSON.stringify({ own, kept: [...kept] }));
    `);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('should be those that only the program can ask for', () => {
    expect(found.own).toEqual(OWN);
  });

  it.each([
    ['inCode', 'known to a library or host'],
    ['spokenWord', 'said in a text'],
    ['partOfPath', 'said in a text'],
    ['inTemplate', 'said in a text'],
    ['indexed', 'asked for by a name that no type declares'],
    ['besideHost', 'beside those of a host, in one object'],
    ['besideParameter', 'beside those of a host, in one object'],
    ['storedMember', 'declared with data'],
    ['storedDeep', 'declared with data'],
    ['serialized', 'leaves the program'],
    ['serializedDeep', 'leaves the program'],
    ['throughGeneric', 'leaves the program'],
    ['inUnknown', 'leaves the program'],
    ['guarded', 'leaves the program'],
    ['inRecord', 'leaves the program'],
    ['listed', 'leaves the program'],
    ['libraryOption', 'leaves the program'],
    ['libraryValue', 'leaves the program'],
    ['enumerated', 'leaves the program'],
  ])('should not be %s, which is %s', (name, reason) => {
    expect(new Map(found.kept).get(name)).toBe(reason);
  });
});

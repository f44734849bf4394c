import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parseSettings } from '../../src/model/settings';
import { NodeVault } from '../../pkg/vault/node-vault';
import { convertHtml } from '../support/convert-html';
import { runSync } from '../../src/sync/run-sync';
import { hostileText } from '../model/hostile-text';
import { CANARY_TOKEN } from '../support/canary';
import { FakeClock } from '../support/fake-clock';
import { HostileService, type HostileRecord } from '../support/hostile-service';
import { MemoryStateStore } from '../support/memory-state-store';
import { makeTemporaryFolder } from '../support/temporary-folders';
import { HISTORIES } from './runs';

const BASE_URL = 'https://readwise.io';
const WAYS_OUT = [
  ...`
    ../../.obsidian/plugins/x/main.js ../outside .. . /etc/passwd C:x //host/share %2e%2e%2f
    ..%2f..%2fx ．．／x a/../../b .trash/x .git ~/x __proto__ constructor -rf CON ?x=1&token= #
    @evil.example https://evil.example/
  `
    .trim()
    .split(/\s+/),
  '\\..\\..\\x',
  'C:\\x',
  '\u0000',
  'x\u0000.md',
  '\u202etxt.exe',
  '\n',
  'a'.repeat(300),
  '書'.repeat(120),
  '',
];

const wayOut = fc.oneof(
  fc.array(fc.constantFrom(...WAYS_OUT), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
  hostileText(),
);
const id: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 99 }) },
  { weight: 1, arbitrary: wayOut },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      -1,
      1.5,
      1e21,
      null,
      true,
      ['../x'],
      { a: 1 },
      'constructor',
      '01hw3',
      '7',
    ),
  },
);
const records: fc.Arbitrary<readonly HostileRecord[]> = fc.array(
  fc.record({ id, title: wayOut, text: wayOut, address: wayOut }),
  { maxLength: 4 },
);
const folder = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('Readwise', 'Library/Readwise') },
  { weight: 1, arbitrary: wayOut },
);

/** Every file and folder below a folder, with the bytes of files. */
function everything(below: string): ReadonlyMap<string, string> {
  const files = readdirSync(below, { recursive: true, withFileTypes: true });
  return new Map(
    files.map((entry) => [
      join(entry.parentPath, entry.name).slice(below.length + 1),
      entry.isFile() ? readFileSync(join(entry.parentPath, entry.name), 'utf8') : '',
    ]),
  );
}

/** A vault with something beside it, above it and hidden in it that no sync may touch. */
function makeVault(below: string): { readonly outer: string; readonly vault: string } {
  const outer = mkdtempSync(join(below, 'case-'));
  const vault = join(outer, 'a', 'vault');
  mkdirSync(join(vault, '.obsidian', 'plugins', 'x'), { recursive: true });
  for (const path of [
    join(outer, 'outside.md'),
    join(outer, 'a', 'beside.md'),
    join(vault, '.obsidian', 'plugins', 'x', 'main.js'),
    join(vault, 'mine.md'),
  ])
    writeFileSync(path, 'sentinel');
  return { outer, vault };
}

const isPlain = (part: string): boolean => !/^[.~-]|[<>:"\\|?*\p{Cc}\p{Cs}]|[.\s]$/u.test(part);

/** What came to be, or changed, where it may not. */
function strayed({
  before,
  after,
  given,
}: {
  readonly before: ReadonlyMap<string, string>;
  readonly after: ReadonlyMap<string, string>;
  readonly given: string;
}): readonly string[] {
  const allowed = `a/vault/${given}/`.normalize('NFC');
  const changed = [...before]
    .filter(([path, text]) => after.get(path) !== text)
    .map(([path]) => `changed: ${path}`);
  const added = [...after.keys()].filter((path) => !before.has(path)).map((path) => path.normalize('NFC'));
  const astray = added
    .filter((path) => !`${path}/`.startsWith(allowed) && !allowed.startsWith(`${path}/`))
    .map((path) => `outside the folder: ${path}`);
  const odd = added
    .filter(
      (path) =>
        !path
          .slice(allowed.length)
          .split('/')
          .every((part) => part === '' || isPlain(part)),
    )
    .map((path) => `odd name: ${path}`);
  return [...changed, ...astray, ...odd];
}

jest.setTimeout(900_000);

describe('a sync with a service that names ways out', () => {
  it('should write nothing but notes in the folder of the settings, and ask nobody else, whatever titles, ids, addresses and cursors are (I9, I11)', async () => {
    const temporary = makeTemporaryFolder();
    let notes = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.record({ books: records, documents: records, cursor: wayOut, folder }),
        async ({ books, documents, cursor, folder: given }) => {
          const settings = parseSettings({ baseUrl: BASE_URL, folder: given });
          if (!settings.ok) return;
          const { outer, vault: root } = makeVault(temporary);
          const before = everything(outer);
          const vault = new NodeVault({ folder: root });
          const service = new HostileService({ books, documents, cursor });
          const report = await runSync(
            {
              vault,
              state: new MemoryStateStore(),
              outbox: new MemoryStateStore(),
              http: service,
              clock: new FakeClock(),
              random: () => 0.5,
              reporter: { progress: () => undefined },
              convertHtml,
            },
            { settings: settings.settings, token: CANARY_TOKEN, full: false, maxDelete: null },
          );
          await vault.flush();
          const after = everything(outer);
          notes += [...after.keys()].filter((path) => path.endsWith('.md') && !before.has(path)).length;
          const problems = [...strayed({ before, after, given })];
          for (const url of service.asked)
            if (
              url.origin !== BASE_URL ||
              url.href.includes(CANARY_TOKEN) ||
              !/^\/api\/v[23]\/[a-z]+\/$/.test(url.pathname)
            )
              problems.push(`asked at ${url.href}`);
          if (JSON.stringify(report).includes(CANARY_TOKEN)) problems.push('the token is in the report');
          if (problems.length > 0) throw new Error(problems.join('\n'));
        },
      ),
      HISTORIES,
    );
    expect(notes).toBeGreaterThan(HISTORIES.numRuns / 4);
  });
});

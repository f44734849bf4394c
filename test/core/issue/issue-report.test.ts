import { issueReport, type IssueFacts } from '../../../src/core/issue/issue-report';
import { redacted } from '../../../src/core/issue/redact';
import type { NoteCounts } from '../../../src/core/report';
import { parseSettings, type Settings } from '../../../src/core/settings';

const settings = (values: object | null): Settings => {
  const parsed = parseSettings(values);
  if (!parsed.ok) throw new Error(parsed.problems.join('\n'));
  return parsed.settings;
};

const NO_NOTES: NoteCounts = {
  created: 0,
  updated: 0,
  renamed: 0,
  trashed: 0,
  archived: 0,
  kept: 0,
  unchanged: 0,
  conflicts: 0,
  failed: 0,
};

const facts = (values: Partial<IssueFacts> = {}): IssueFacts => ({
  environment: ['Florilegium 0.1.0'],
  settings: settings(null),
  standardSettings: settings(null),
  ...{
    counts: { items: 3, notes: 4 },
    due: 1,
    held: 0,
    conflicts: 0,
    watermarks: { highlights: null, documents: null },
    failing: 0,
    failures: [],
    runs: [],
  },
  ...values,
});

describe('redacted', () => {
  it.each([
    [
      'Could not create the note: Readwise/Books/Walden.md and Readwise/Books/Walden (512).md are both taken by other files. Rename one of them.',
      'Could not create the note: … and … are both taken by other files. Rename one of them.',
    ],
    [
      'The note Mein Buch.md went away while it was being updated.',
      'The note … went away while it was being updated.',
    ],
    [
      '“Books/The note of all.md” is not on this device yet, only in the cloud. Open it or have its folder downloaded, and sync again.',
      '… is not on this device yet, only in the cloud. Open it or have its folder …, and sync again.',
    ],
    [
      "ENOENT: no such file or directory, open '/Users/anna/Vault/Walden.md'",
      'ENOENT: no such file or directory, open …',
    ],
    [
      'While reading highlight 51234567 of book 991234: the service sent something odd (text: must be text).',
      'While reading highlight … of book …: the service sent something odd (text: must be text).',
    ],
    ['the service failed (503: <b>Anna Karenina</b>)', 'the service failed (503: …)'],
    [
      'Templates/Readwise/my own.md, line 3, column 14: annaHelper is no helper',
      '…, line 3, column 14: … is no helper',
    ],
  ])('should keep what is ours in: %s', (message, expected) => {
    expect(redacted(message, ['Mein Buch.md'])).toBe(expected);
  });

  it('should leave out what it is told of, even where every word of it is a common one', () => {
    expect(redacted('The note of all was not found', ['note of all'])).toBe('The … was not found');
  });
});

describe('issueReport', () => {
  it('should have nothing of a library whose every word is marked', () => {
    let marks = 0;
    const canary = (): string => `zqcanary${String((marks += 1))}`;
    const text = issueReport(
      facts({
        settings: settings({
          ...{
            folder: `${canary()}/${canary()}`,
            baseUrl: `https://${canary()}.example`,
            tokenSecret: canary(),
            [canary()]: canary(),
          },
          naming: { folder: canary(), fileName: `{{${canary()}}}` },
          templates: {
            book: `${canary()}.md`,
            folder: canary(),
            categories: { [canary()]: canary() },
            [canary()]: 1,
          },
          deletions: { archiveFolder: canary() },
          fullText: { tags: [canary(), canary()], categories: [canary()] },
          attachments: { folder: canary() },
          daily: { reviewFolder: canary() },
          scope: { bookCategories: ['books', canary()] },
          log: { note: canary() },
          devices: { [canary()]: { name: canary(), lastSync: canary() } },
          rules: [
            {
              name: canary(),
              when: { title: canary(), author: canary(), tags: { any: [canary()] }, sources: [canary()] },
              then: { folder: canary(), template: canary() },
            },
          ],
        }),
        failing: 2,
        failures: [
          {
            id: canary(),
            path: `${canary()}/${canary()} ${canary()}.md`,
            message: `Could not create the note: ${canary()}/${canary()} ${canary()}.md and ${canary()} are both taken.`,
          },
          {
            id: canary(),
            path: null,
            message: `${canary()}, line 3: "${canary()} the ${canary()}" {{${canary()}}} ${canary().toUpperCase()} ‘${canary()}’ https://${canary()}/${canary()}?a=${canary()} [[${canary()}]] ${canary()}-${canary()}_${canary()}`,
          },
        ],
        runs: [
          {
            ...{
              run: 7,
              at: '2026-11-22T03:00:00.000Z',
              kind: 'sync',
              outcome: 'partial',
              notes: { ...NO_NOTES, created: 2, failed: 1 },
              requests: 4,
              vaultWrites: 2,
              durationMs: 1234,
            },
            failures: [
              {
                id: canary(),
                path: `${canary()}.md`,
                message: `ENOENT: no such file, open '/home/${canary()}/${canary()}.md'`,
              },
            ],
            conflicts: [{ id: canary(), path: canary(), block: canary() }],
          },
        ],
      }),
    );
    expect(text).not.toMatch(/canary/i);
    expect(text).toContain('3 items, 4 notes, 1 due, 2 failing');
    expect(text).toContain(
      '2026-11-22T03:00:00.000Z: sync partial, 2 created, 1 failed, 4 requests, 2 writes, 1234 ms',
    );
    expect(text).toContain('Could not create the note: … and … are both taken.');
    expect(text).toMatch(/"when": \[\s+"sources",/);
    expect(text).toContain('"books"');
  });

  it('should show settings that are as they were delivered', () => {
    expect(issueReport(facts())).toContain('"folder": "Readwise"');
  });

  it('should tell equal messages once', () => {
    const failure = { id: '1', path: null, message: 'the service did not answer in time.' };
    expect(issueReport(facts({ failures: [failure, failure, failure] }))).toContain(
      'the service did not answer in time. (3 times)',
    );
  });
});

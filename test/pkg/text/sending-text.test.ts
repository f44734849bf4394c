import { outboxLines, plannedLines, sendingLines } from '../../../pkg/text/status-text';
import { resultOfEntry } from '../../../src/outbox/change-result';
import type { Change, NamedChange, NewDocument, OutboxEntry } from '../../../src/model/outbox';

const CHANGE: NamedChange = {
  id: 'c1',
  kind: 'edit-highlight',
  target: 'rw512',
  name: 'Simplify, simplify.',
  fields: ['note'],
  state: 'waiting',
  at: '2026-11-24T08:00:00.000Z',
  mine: { note: 'Once is enough.' },
};

const sent = (change: NamedChange) =>
  ({ outcome: 'sent', changes: [change], requests: 1, notes: null }) as const;

describe('what the terminal prints of changes', () => {
  it('should call what was changed by its first words, and say what was done', () => {
    expect(sendingLines(sent({ ...CHANGE, state: 'sent' }))).toEqual([
      '“Simplify, simplify.”: Note changed.',
    ]);
  });

  it('should say why a change waits, what it is, and what can be done', () => {
    const problem = { code: 'service', why: 'offline', doing: '' } as const;
    expect(outboxLines([{ ...CHANGE, reason: { code: 'unreachable', problem }, nextTry: 1 }])).toEqual([
      'Changes for Readwise:',
      '  Change note: Simplify, simplify.',
      '    Not sent yet. You’re offline. The next sync sends it.',
      '    Note: Once is enough.',
      '    To try it again: send --retry c1; to give it up: send --discard c1',
    ]);
  });

  it('should keep the text of a new highlight and its note apart', () => {
    const text = 'Simplify, simplify.\n\nOnce is enough.';
    const change: NamedChange = { ...CHANGE, kind: 'create-highlights', name: 'Walden', mine: {}, text };
    expect(outboxLines([change])).toEqual(
      expect.arrayContaining(['    Simplify, simplify.', '    Once is enough.']),
    );
  });

  it('should tell once what kept changes from being sent', () => {
    const problem = { code: 'service', why: 'not-found', doing: '' } as const;
    const waiting: NamedChange = { ...CHANGE, reason: { code: 'unreachable', problem } };
    const lines = sendingLines({ outcome: 'waiting', changes: [waiting], requests: 1, notes: null, problem });
    expect(lines.join('\n').match(/\(404\)/g)).toHaveLength(1);
  });

  it('should show both values of a conflict, the own one first', () => {
    const change: NamedChange = { ...CHANGE, state: 'conflict', theirs: { note: 'Twice.' } };
    expect(sendingLines(sent(change)).slice(0, 4)).toEqual([
      'Change note: Simplify, simplify.',
      '  Not sent. This was changed in Readwise, too.',
      '  Note: Once is enough.',
      '  Note in Readwise: Twice.',
    ]);
  });

  it('should name an address once when nothing else is known of a page', () => {
    const url = 'https://example.com/';
    const change: NamedChange = {
      ...CHANGE,
      kind: 'save-document',
      fields: [],
      mine: {},
      name: url,
      text: url,
    };
    expect(
      outboxLines([change])
        .join('\n')
        .match(/example\.com/g),
    ).toHaveLength(1);
  });

  it('should show what a dry run would send', () => {
    const entry: OutboxEntry = {
      id: 'c1',
      change: { kind: 'edit-highlight', anchor: 'rw512', fields: { note: 'Once is enough.' } },
      base: { fields: { note: '' }, tags: [] },
      at: CHANGE.at,
      state: 'waiting',
      tries: 0,
      touched: { books: [], documents: [], deleted: [] },
    };
    const values = ['  - Note: ', '  + Note: Once is enough.'];
    expect(plannedLines([{ shown: CHANGE, entry }], [])).toEqual([
      'Dry run, nothing was stored or sent.',
      'Would be sent:',
      'Change note: Simplify, simplify.',
      ...values,
    ]);
    const inConflict = { shown: CHANGE, entry: { ...entry, state: 'conflict' as const } };
    expect(plannedLines([inConflict], [])).toEqual([
      'Dry run, nothing was stored or sent.',
      'Not sent until you decide:',
      'Change note: Simplify, simplify. (changed in Readwise, too)',
      ...values,
    ]);
  });

  it('should show the text of a new highlight that a dry run would send', () => {
    const highlight = { title: 'Walden', text: 'Our life is frittered away.' };
    const entry: OutboxEntry = {
      id: 'c1',
      change: { kind: 'create-highlights', highlights: [highlight] },
      base: { fields: {}, tags: [] },
      at: CHANGE.at,
      state: 'waiting',
      tries: 0,
      touched: { books: [], documents: [], deleted: [] },
    };
    const shown = { ...resultOfEntry(entry), name: 'Walden' };
    expect(plannedLines([{ shown, entry }], [])).toContain('  Our life is frittered away.');
  });

  it('should name each value of what is new when a dry run would send it', () => {
    const planned = (change: Change, name: string) => {
      const entry: OutboxEntry = {
        id: 'c1',
        change,
        base: { fields: {}, tags: [] },
        at: CHANGE.at,
        state: 'waiting',
        tries: 0,
        touched: { books: [], documents: [], deleted: [] },
      };
      return plannedLines([{ shown: { ...resultOfEntry(entry), name }, entry }], []).slice(2);
    };
    const highlight = { title: 'Walden', text: 'Our life.', note: '.prose Why?', location: 8 };
    expect(planned({ kind: 'create-highlights', highlights: [highlight] }, 'Walden')).toEqual([
      'Save highlight: Walden',
      '  Our life.',
      '  Note: .prose Why?',
      '  Location: 8',
      '  in: Walden',
    ]);
    const url = 'https://example.com/a';
    const document: NewDocument = { url, tags: ['a', 'b'], location: 'later', notes: 'Read.' };
    expect(planned({ kind: 'save-document', document }, url)).toEqual([
      'Save to Reader: https://example.com/a',
      '  Location: later',
      '  Tags: a, b',
      '  Note: Read.',
    ]);
  });
});

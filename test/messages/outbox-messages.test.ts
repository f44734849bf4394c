import { changeMessage, changeText } from '../../src/messages/outbox-messages';
import type { ChangeResult } from '../../src/model/outbox';

const change = (values: Partial<ChangeResult>): ChangeResult => ({
  id: '1',
  kind: 'edit-item',
  target: '01a',
  fields: ['title'],
  state: 'sent',
  at: '2026-11-24T08:00:00.000Z',
  ...values,
});

const timeOf = (): string => '10:30';

describe('what is said of a change', () => {
  it.each<[Partial<ChangeResult>, string]>([
    [{}, 'Title changed.'],
    [{ fields: ['title', 'tags'] }, 'Details changed.'],
    [{ fields: ['location'], mine: { location: 'archive' } }, 'Moved to Archive.'],
    [{ kind: 'edit-highlight', fields: ['note'] }, 'Note changed.'],
    [{ kind: 'create-highlights', fields: [] }, 'Highlight saved.'],
    [
      { kind: 'create-highlights', fields: [], leftOut: { count: 1, of: 1 } },
      'Highlight saved. Your settings leave it out of your notes.',
    ],
    [
      { kind: 'create-highlights', fields: [], leftOut: { count: 2, of: 3 } },
      'Highlight saved. Your settings leave 2 of them out of your notes.',
    ],
    [{ kind: 'save-document', fields: [] }, 'Saved to Reader.'],
    [
      { fields: ['location'], mine: { location: 'feed' }, became: { location: 'later' } },
      'It is in Later now, because Feed is not switched on in Reader.',
    ],
    [
      { state: 'waiting', reason: { code: 'token-refused' } },
      'Change title: not sent yet. Readwise refused the access token. Get yours at https://readwise.io/access_token and enter it again.',
    ],
    [
      {
        state: 'waiting',
        reason: { code: 'unreachable', problem: { code: 'service', why: 'offline', doing: '' } },
        nextTry: 1,
      },
      'Change title: not sent yet. You’re offline. It is sent at 10:30.',
    ],
    [
      {
        state: 'waiting',
        fields: ['location'],
        mine: { location: 'archive' },
        reason: { code: 'asked-for-pause' },
      },
      'Move to Archive: not sent yet. Readwise limits requests. The next sync sends it.',
    ],
    [
      { state: 'waiting', reason: { code: 'behind-another' } },
      'Change title: not sent yet. It waits for an earlier change.',
    ],
    [
      {
        state: 'waiting',
        reason: { code: 'unreachable', problem: { code: 'service', why: 'not-found', doing: '' } },
        nextTry: 1,
      },
      'Change title: not sent yet. There is no Readwise at the server address (404). Check the address. If it is right, update Florilegium.',
    ],
    [{ state: 'conflict' }, 'Change title: not sent. This was changed in Readwise, too.'],
    [
      { state: 'refused', reason: { code: 'limit', field: 'highlights.2.text', problem: 'is too long' } },
      'Change title: not sent. Highlight 3: text is too long. Change it and try again.',
    ],
  ])('should be what the person did, or why it waits and what helps, when it is %j', (values, text) => {
    expect(changeText(change(values), timeOf)).toBe(text);
  });

  it.each<[Partial<ChangeResult>, string]>([
    [{ fields: ['location'], mine: { location: 'archive' } }, 'Discard the change.'],
    [{ fields: ['tags'] }, 'Discard the change.'],
    [{ kind: 'edit-highlight', fields: ['note'], mine: { note: '' } }, 'Discard the change.'],
    [{ fields: ['title'], mine: { title: 'Walden' } }, 'Copy your text, or discard the change.'],
    [
      { fields: ['location', 'title'], mine: { location: 'new', title: 'A' } },
      'Copy your text, or discard the change.',
    ],
    [{ kind: 'delete-document', fields: [] }, 'Discard the change.'],
    [{ kind: 'create-highlights', fields: [], text: 'One.' }, 'Copy your text, or discard the change.'],
    [
      { kind: 'save-document', fields: [], text: 'https://a.org' },
      'Copy the address, or discard the change.',
    ],
  ])(
    'should speak of a text to copy only where there is one, when it can never be sent and is %j',
    (values, text) => {
      const said = (code: 'gone' | 'other-account') =>
        changeMessage(change({ ...values, state: 'refused', reason: { code } }), timeOf).text;
      expect(said('gone')).toBe(`Readwise no longer has it. ${text}`);
      expect(said('other-account')).toBe(
        `You asked for this in the Readwise account that this vault had before. ${text}`,
      );
    },
  );

  it('should name no time when nothing sends by itself', () => {
    const reason = { code: 'unreachable', problem: { code: 'service', why: 'offline', doing: '' } } as const;
    expect(changeMessage(change({ state: 'waiting', reason, nextTry: 1 }), null).text).toBe(
      'You’re offline. The next sync sends it.',
    );
  });

  it.each<[Partial<ChangeResult>, readonly string[]]>([
    [{}, []],
    [{ state: 'waiting' }, ['retry', 'edit', 'discard']],
    [{ state: 'refused', reason: { code: 'gone' } }, ['discard']],
    [{ state: 'conflict' }, ['send-mine', 'keep-theirs', 'edit', 'discard']],
    [{ state: 'conflict', kind: 'delete-document' }, ['send-mine', 'keep-theirs']],
  ])('should come with what a person can do when it is %j', (values, steps) => {
    expect(changeMessage(change(values), timeOf).steps).toEqual(steps);
  });
});

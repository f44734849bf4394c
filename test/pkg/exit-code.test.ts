import { EXIT, exitCodeOfSending, exitCodeOfSync } from '../../pkg/exit-code';

type Sent = Parameters<typeof exitCodeOfSync>[1];
const CHANGE = {
  id: '1',
  kind: 'edit-highlight',
  target: 'rw1',
  fields: ['note'],
  at: '',
  name: '',
} as const;
const waitingFor = (code: 'asked-for-pause' | 'not-tried') =>
  ({ ...CHANGE, state: 'waiting', reason: { code } }) as const;
const unreachable = {
  ...CHANGE,
  state: 'waiting',
  reason: { code: 'unreachable', problem: { code: 'service', why: 'offline', doing: '' } },
} as const;

describe('the exit code', () => {
  it.each<readonly [number, Parameters<typeof exitCodeOfSync>[0], Sent]>([
    [EXIT.done, { outcome: 'done' }, null],
    [EXIT.done, { outcome: 'done' }, { outcome: 'sent' }],
    [EXIT.someFailed, { outcome: 'done' }, { outcome: 'waiting' }],
    [EXIT.usageOrSettings, { outcome: 'done' }, { outcome: 'refused' }],
    [EXIT.held, { outcome: 'done' }, { outcome: 'conflict' }],
    [EXIT.someFailed, { outcome: 'partial' }, { outcome: 'conflict' }],
    [EXIT.held, { outcome: 'held' }, { outcome: 'waiting' }],
    [EXIT.noService, { outcome: 'failed', cause: 'service' }, { outcome: 'waiting' }],
    [EXIT.tokenRefused, { outcome: 'failed', cause: 'token' }, null],
    [EXIT.usageOrSettings, { outcome: 'failed', cause: 'account' }, null],
  ])('should be %d when a sync ends with %j and what waited with %j', (code, report, sent) => {
    expect(exitCodeOfSync(report, sent)).toBe(code);
  });

  it('should be that of what keeps changes from being sent when only these were to be sent', () => {
    const waits = { outcome: 'waiting', cause: 'service' } as const;
    expect(exitCodeOfSending({ ...waits, changes: [unreachable] })).toBe(EXIT.noService);
    expect(exitCodeOfSending({ ...waits, changes: [waitingFor('asked-for-pause')] })).toBe(EXIT.someFailed);
    const another = { outcome: 'waiting', cause: 'account', changes: [waitingFor('not-tried')] } as const;
    expect(exitCodeOfSending(another)).toBe(EXIT.usageOrSettings);
    expect(exitCodeOfSending({ outcome: 'waiting', changes: [] })).toBe(EXIT.someFailed);
  });
});

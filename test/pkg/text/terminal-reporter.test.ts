import { PassThrough } from 'node:stream';
import { makeTerminalReporter } from '../../../pkg/progress-bar';
import type { Clock } from '../../../src/model/ports';

/** A clock that stands still until told otherwise. */
class HandClock implements Clock {
  time = 0;
  now(): number {
    return this.time;
  }
  monotonic(): number {
    return this.time;
  }
  sleep(ms: number): Promise<void> {
    this.time += ms;
    return Promise.resolve();
  }
}

class Screen extends PassThrough {
  text = '';
  constructor(
    readonly isTTY: boolean,
    readonly columns = 200,
  ) {
    super();
  }
  override write(chunk: unknown): boolean {
    this.text += String(chunk);
    return true;
  }
}

describe('makeTerminalReporter', () => {
  const clock = new HandClock();
  beforeEach(() => {
    clock.time = 0;
  });

  it('should write nothing when there is no terminal', () => {
    const screen = new Screen(false);
    const reporter = makeTerminalReporter(screen, clock);
    for (let received = 0; received < 120; received += 1) {
      clock.time += 100;
      reporter.progress({ step: 'pulling', endpoint: 'highlights', received, total: null });
    }
    reporter.end();
    expect(screen.text).toBe('');
  });

  it('should draw a bar and clear it away when there is a terminal and the total is known', () => {
    const screen = new Screen(true);
    const reporter = makeTerminalReporter(screen, clock);
    reporter.progress({ step: 'texts', done: 250, total: 500 });
    reporter.end();
    reporter.progress({ step: 'writing', done: 1, failed: 0 });
    expect(screen.text).toContain('[##########··········]  50 % fetching full texts, 250 of 500…');
    expect(screen.text).not.toContain('written');
    expect(screen.text).not.toContain('\n');
    expect(screen.text.endsWith('\u001b[2K')).toBe(true);
  });

  it('should show no bar when nobody knows how much there is', () => {
    const screen = new Screen(true);
    const reporter = makeTerminalReporter(screen, clock);
    reporter.progress({ step: 'pulling', endpoint: 'highlights', received: 250, total: null });
    reporter.end();
    expect(screen.text).toContain('250 highlights…');
    expect(screen.text).not.toContain('%');
  });

  it('should show why it waits on a narrow terminal, too', () => {
    const screen = new Screen(true, 60);
    const reporter = makeTerminalReporter(screen, clock);
    reporter.progress({ step: 'pulling', endpoint: 'documents', received: 250, total: 500 });
    clock.time += 1000;
    reporter.progress({ step: 'waiting', endpoint: 'documents', seconds: 50, why: 'limit' });
    reporter.end();
    expect(screen.text).toContain('Readwise limits requests. Continuing in 50 s. 250 of 500');
  });

  it('should never write more than the terminal is wide', () => {
    const screen = new Screen(true, 12);
    const reporter = makeTerminalReporter(screen, clock);
    reporter.progress({ step: 'pulling', endpoint: 'documents', received: 250, total: 500 });
    reporter.end();
    const lines = screen.text.split('\u001b').map((part) => part.replace(/^(?:\[\d*\w|\d)/, ''));
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(12);
  });
});

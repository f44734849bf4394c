import {
  makeTerminalReporter,
  type ProgressOutput,
} from '../../../../src/platform/node/text/terminal-reporter';
import type { Clock } from '../../../../src/ports';

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

class Screen implements ProgressOutput {
  text = '';
  constructor(
    readonly isTTY: boolean,
    readonly columns = 200,
  ) {}
  write(text: string): void {
    this.text += text;
  }
}

describe('makeTerminalReporter', () => {
  it('should write one plain line every few seconds when there is no terminal', () => {
    const screen = new Screen(false);
    const clock = new HandClock();
    const reporter = makeTerminalReporter(screen, clock);
    for (let received = 0; received < 120; received += 1) {
      clock.time += 100;
      reporter.progress({
        step: 'pulling',
        endpoint: 'highlights',
        received,
        pages: 1,
        pagesLeft: null,
        textsToCome: 0,
      });
    }
    expect(screen.text).toBe('highlights 49\nhighlights 99\n');
  });

  it('should count the seconds of a wait down when there is a terminal', () => {
    const screen = new Screen(true);
    const clock = new HandClock();
    const reporter = makeTerminalReporter(screen, clock);
    reporter.progress({
      step: 'pulling',
      endpoint: 'documents',
      received: 250,
      pages: 1,
      pagesLeft: 1,
      textsToCome: 0,
    });
    clock.time = 1000;
    reporter.progress({ step: 'waiting', endpoint: 'documents', seconds: 7, why: 'limit' });
    reporter.progress({ step: 'waiting', endpoint: 'highlights', seconds: 3, why: 'failure' });
    clock.time = 2000;
    reporter.progress({ step: 'writing', done: 1, failed: 0 });
    reporter.end();
    expect(screen.text).toContain('documents 250, documents wait 7 s for the rate limit');
    expect(screen.text).toContain('highlights tried again in 2 s');
    expect(screen.text.endsWith('\r\u001b[2K')).toBe(true);
    expect(screen.text).not.toContain('\n');
  });

  it('should say how long it still takes, steadily, when there is a terminal and the pages left are known', () => {
    const screen = new Screen(true);
    const clock = new HandClock();
    const reporter = makeTerminalReporter(screen, clock);
    const hear = (pages: number): void =>
      reporter.progress({
        step: 'pulling',
        endpoint: 'documents',
        received: pages * 100,
        pages,
        pagesLeft: 100 - pages,
        textsToCome: 0,
      });
    reporter.progress({
      step: 'pulling',
      endpoint: 'highlights',
      received: 10,
      pages: 1,
      pagesLeft: 0,
      textsToCome: 0,
    });
    hear(0);
    expect(screen.text).not.toContain('left)');
    for (let pages = 1; pages <= 20; pages += 1) {
      clock.time += 1000;
      hear(pages);
    }
    const told = [...screen.text.matchAll(/\(about ([^)]+) left\) /g)].map(([, time]) => time);
    expect(told.length).toBeGreaterThan(10);
    expect([...new Set(told)]).toEqual(['4 minutes']);
    reporter.end();
  });

  it('should draw a bar for as long as it is known how much of both pulls is still to come', () => {
    const screen = new Screen(true);
    const clock = new HandClock();
    const reporter = makeTerminalReporter(screen, clock);
    const hear = (endpoint: 'highlights' | 'documents', done: number, left: number): void =>
      reporter.progress({
        step: 'pulling',
        endpoint,
        received: done * 100,
        pages: done,
        pagesLeft: left,
        textsToCome: 0,
      });
    hear('highlights', 1, 0);
    clock.time = 1000;
    hear('documents', 1, 1);
    reporter.end();
    expect(screen.text).toMatch(/\[#{10}·{10}\] {2}\d\d %/);
  });

  it('should say no time left when there is no terminal', () => {
    const screen = new Screen(false);
    const clock = new HandClock();
    const reporter = makeTerminalReporter(screen, clock);
    for (let done = 0; done < 20; done += 1) {
      clock.time += 1000;
      reporter.progress({ step: 'writing', done, failed: 0, total: 100 });
    }
    expect(screen.text).toContain('9 notes written');
    expect(screen.text).not.toContain('left');
  });

  it('should never be wider than the terminal', () => {
    const screen = new Screen(true, 20);
    const reporter = makeTerminalReporter(screen, new HandClock());
    reporter.progress({
      step: 'pulling',
      endpoint: 'documents',
      received: 250,
      pages: 1,
      pagesLeft: null,
      textsToCome: 0,
    });
    reporter.end();
    for (const line of screen.text.split('\r\u001b[2K')) expect(line.length).toBeLessThan(20);
  });
});

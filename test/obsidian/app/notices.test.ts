/** @jest-environment jsdom */
import '../../browser/app/window';
import type { Plugin } from 'obsidian';
import { Notices } from '../../../src/obsidian/app/notices';

describe('Notices', () => {
  let notices: Notices;
  let unload: () => void;

  beforeEach(() => {
    jest.useFakeTimers();
    document.body.empty();
    const plugin = { register: (close: () => void) => (unload = close) };
    notices = new Notices(plugin as unknown as Plugin);
  });
  afterEach(() => jest.useRealTimers());

  const shown = (): readonly string[] =>
    [...document.querySelectorAll('.notice')].map(({ textContent }) => textContent);
  const close = (): void => document.querySelector<HTMLElement>('.notice')?.click();

  it('should show one at a time, and what is asked again when what was said is over', () => {
    notices.ask('hold', { text: '12 notes would be removed.' });
    notices.say('Sent.');
    expect(shown()).toEqual(['Sent.']);
    jest.advanceTimersByTime(10_000);
    expect(shown()).toEqual(['12 notes would be removed.']);
  });

  it('should show the question before when the later one is closed or settled', () => {
    notices.ask('hold', { text: 'first' });
    notices.ask('settings', { text: 'second' });
    notices.ask('left out', { text: 'third' });
    expect(shown()).toEqual(['third']);
    close();
    expect(shown()).toEqual(['second']);
    notices.settle('settings');
    expect(shown()).toEqual(['first']);
    close();
    expect(shown()).toEqual([]);
  });

  it('should replace a question of the same topic', () => {
    notices.ask('end', { text: 'first' });
    notices.ask('end', { text: 'second' });
    close();
    expect(shown()).toEqual([]);
  });

  it('should show progress before questions, and say when it was closed', () => {
    let closed = 0;
    notices.ask('hold', { text: 'question' });
    notices.showProgress(
      (content) => void content.createDiv({ text: 'progress' }),
      () => (closed += 1),
    );
    expect(shown()).toEqual(['progress']);
    close();
    expect([shown(), closed]).toEqual([['question'], 1]);
    notices.hideProgress();
    expect(closed).toBe(1);
  });

  it('should show nothing once the plugin is switched off', () => {
    notices.ask('hold', { text: 'question' });
    notices.say('said');
    unload();
    expect(shown()).toEqual([]);
  });
});

import { showProgress } from '../../../src/obsidian/ui/components/progress-elements';

/** As much of an element as a status is: what of it is seen, and what of that is heard. */
class StatusElement {
  seen = '';
  readonly heard: string[] = [];

  setText(text: string): void {
    this.seen = text;
    this.heard.push(text);
  }

  empty(): void {
    this.seen = '';
  }

  createSpan({
    text,
    attr,
  }: {
    readonly text: string;
    readonly attr: { readonly 'aria-hidden': boolean };
  }): void {
    if (!attr['aria-hidden']) throw new Error('This is heard');
    this.seen = text;
  }
}

describe('showProgress', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('should let each step be seen, and one each quarter of a minute be heard, when there is one each second', () => {
    const status = new StatusElement();
    for (let second = 0; second <= 60; second += 1) {
      showProgress(status as unknown as HTMLElement, `step ${String(second)}`);
      expect(status.seen).toBe(`step ${String(second)}`);
      jest.advanceTimersByTime(1000);
    }
    expect(status.heard).toEqual(['step 0', 'step 15', 'step 30', 'step 45', 'step 60']);
  });

  it('should let the first step of each status be heard when another has just spoken', () => {
    const statuses = [new StatusElement(), new StatusElement()];
    for (const status of statuses) showProgress(status as unknown as HTMLElement, 'step');
    expect(statuses.map(({ heard }) => heard)).toEqual([['step'], ['step']]);
  });
});

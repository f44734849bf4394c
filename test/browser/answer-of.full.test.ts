import type { Browser, Page } from 'playwright-core';
import { answerOf } from './answer-of';
import { sharedChromium } from './chromium';

describe('what a page answers', () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await sharedChromium();
    page = await browser.newPage();
  });
  afterAll(() => browser.close());

  it('should arrive when much garbage is made in the turn in which its promise settles', async () => {
    const answer = await answerOf(
      page,
      async (word) => {
        await new Promise((resolve) => setTimeout(resolve, 10));
        let turns = 0;
        const litter = (): void => {
          turns += 1;
          new Array(10_000_000).fill(turns);
          if (turns < 8) queueMicrotask(litter);
        };
        queueMicrotask(litter);
        return word;
      },
      'heard',
    );
    expect(answer).toBe('heard');
  });

  it('should be the error when its promise is broken', async () => {
    const broken = answerOf(page, () => Promise.reject(new Error('no such note')), null);
    await expect(broken).rejects.toThrow('no such note');
  });
});

import type { Page } from 'playwright-core';
import { answerOf } from './answer-of';
import type { AppPage } from './app/page';
import { lookForToken } from '../support/canary';

/**
 * Looks for a token in all that a page says and asks for, and at its end in all that it shows and keeps:
 * files and device-local state.
 */
export interface TokenWatch {
  finish(): Promise<void>;
}

export function watchForToken(page: Page): TokenWatch {
  page.on('console', (message) => {
    lookForToken('the console of the app', message.text());
  });
  page.on('pageerror', (error) => {
    lookForToken('an error of the app', `${error.message}\n${error.stack ?? ''}`);
  });
  page.on('request', (request) => {
    lookForToken('an address that the app asked for', `${request.url()} ${request.postData() ?? ''}`);
  });
  return {
    finish: async () => {
      if (page.isClosed()) return;
      lookForToken('what the app shows', await page.content());
      lookForToken(
        'the files of the vault',
        JSON.stringify(await page.evaluate(() => (window as unknown as { page: AppPage }).page.files())),
      );
      lookForToken('what the app keeps on the device', await answerOf(page, keptOnDevice, null));
    },
  };
}

/** Runs in the page: everything in its storage, as text. */
async function keptOnDevice(): Promise<string> {
  const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () =>
        reject(new Error('The storage of the page cannot be read', { cause: request.error }));
    });
  const kept: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie];
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name ?? ''));
    for (const store of database.objectStoreNames) {
      const objects = database.transaction(store).objectStore(store);
      kept.push(await done(objects.getAllKeys()), await done(objects.getAll()));
    }
    database.close();
  }
  return JSON.stringify(kept);
}

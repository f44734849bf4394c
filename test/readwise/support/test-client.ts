import type { HttpClient } from '../../../src/model/ports';
import { ReadwiseClient, type ClientDependencies } from '../../../src/readwise/client';
import { FakeClock } from '../../support/fake-clock';

export const TOKEN = 'canary-token-4f1d0c2b9a';

/** A client on a clock that takes no time, with the longest backoff unless told otherwise. */
export function clientOn(http: HttpClient, overrides: Partial<ClientDependencies> = {}): ReadwiseClient {
  return new ReadwiseClient({
    http,
    clock: new FakeClock(),
    random: () => 0.999,
    baseUrl: 'https://readwise.io',
    token: TOKEN,
    ...overrides,
  });
}

export async function collect<Value>(values: AsyncIterable<Value>): Promise<readonly Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}

/** The error that the work ends in; fails the test when it ends well. */
export async function errorOf(begin: () => Promise<unknown> | AsyncIterable<unknown>): Promise<Error> {
  try {
    const work = begin();
    await (Symbol.asyncIterator in work ? collect(work) : work);
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
  throw new Error('it ended well, but an error was expected');
}

import { forceCloseDatabase } from 'fake-indexeddb';

/** How a browser loses a database, as its next transaction shows. */
export type Loss = 'server lost' | 'closed' | 'closing' | 'aborted';

/** Runs work while the connection is lost at some of the transactions of all databases, counted from 1. */
export async function losingConnection<Result>(
  loss: Loss,
  isLost: (call: number) => boolean,
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly calls: number }> {
  const real = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, 'transaction')
    ?.value as IDBDatabase['transaction'];
  let calls = 0;
  const spy = jest.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (
    this: IDBDatabase,
    ...args
  ) {
    calls += 1;
    if (!isLost(calls)) return real.apply(this, args);
    switch (loss) {
      case 'server lost':
        throw new DOMException('Connection to Indexed Database server lost.', 'UnknownError');
      case 'closed':
        forceCloseDatabase(this as never);
        throw new DOMException('The database connection is closed.', 'InvalidStateError');
      case 'closing':
        this.close();
        return real.apply(this, args);
      case 'aborted': {
        const transaction = real.apply(this, args);
        queueMicrotask(() => transaction.abort());
        return transaction;
      }
    }
  });
  try {
    const result = await work();
    return { result, calls };
  } finally {
    spy.mockRestore();
  }
}

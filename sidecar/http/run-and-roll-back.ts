// Runs work in a transaction that is rolled back, and returns its result.
import type { Store, Tx } from '../storage/store.ts';

class RollBack<T> extends Error {
  readonly result: T;
  constructor(result: T) {
    super('taken back');
    this.result = result;
  }
}

export async function runAndRollBack<T>({ db }: Pick<Store, 'db'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (tx): Promise<T> => {
      throw new RollBack(await work(tx));
    });
  } catch (error) {
    if (error instanceof RollBack) return (error as RollBack<T>).result;
    throw error;
  }
}

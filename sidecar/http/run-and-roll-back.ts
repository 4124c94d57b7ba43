// Runs what creates something and takes everything back: the answer is the one that would have been given.
import type { Store, Tx } from '../storage/store.ts';

class TakenBack<T> extends Error {
  readonly made: T;
  constructor(made: T) {
    super('taken back');
    this.made = made;
  }
}

export async function runAndRollBack<T>({ db }: Pick<Store, 'db'>, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(async (tx): Promise<T> => {
      throw new TakenBack(await work(tx));
    });
  } catch (error) {
    if (error instanceof TakenBack) return (error as TakenBack<T>).made;
    throw error;
  }
}

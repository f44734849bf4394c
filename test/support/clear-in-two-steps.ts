import type { StateStore } from '../../src/model/ports';

/** Clears a prefix by two commits, because an interruption may leave some of the entries. */
export async function clearInTwoSteps(
  state: Pick<StateStore, 'keys' | 'commit'>,
  prefix: string,
): Promise<void> {
  const held = await state.keys({ prefix, limit: Infinity });
  const middle = Math.floor(held.length / 2);
  for (const some of [held.slice(0, middle), held.slice(middle)])
    await state.commit(some.map((remove) => ({ remove })));
}

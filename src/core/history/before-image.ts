import type { Action } from '../plan/plan';
import { applyPatch, makePatch, patchSize, type TextPatch } from './text-patch';

/** What a run changed or took away, as it was before. */
export interface BeforeImage {
  readonly action: Extract<Action['kind'], 'update' | 'rename' | 'keep' | 'archive' | 'trash'>;
  /** Before the run. */
  readonly path: string;
  readonly text: string;
  /** What the run made of the text; null for a note that it took away. */
  readonly patch: TextPatch | null;
  /** The note, by its key, that the device gave up with it: it has it again when this comes back. */
  readonly givesUp?: string | undefined;
}

/** How much of what was is kept, in characters. */
export const MOST_KEPT = 64 * 1024 * 1024;

export const imageOf = (
  { action, path }: Pick<BeforeImage, 'action' | 'path'>,
  { before, after }: { readonly before: string; readonly after: string | null },
): BeforeImage => ({
  ...{ action, path, text: before },
  patch: after === null ? null : makePatch(before, after),
});

/** The note as the run left it. */
export const textAfter = ({ text, patch }: BeforeImage): string =>
  patch === null ? text : applyPatch(text, patch);

export const imageSize = ({ text, patch }: BeforeImage): number =>
  text.length + (patch === null ? 0 : patchSize(patch));

/** Whether two texts differ in nothing but where their links lead: the app leads them after a note that is moved. */
export const sameButLinks = (left: string, right: string): boolean =>
  withoutTargets(left) === withoutTargets(right);

const withoutTargets = (text: string): string =>
  text.replace(/\]\([^()\n]*\)/g, ']()').replace(/\[\[[^[\]|#\n]*/g, '[[');

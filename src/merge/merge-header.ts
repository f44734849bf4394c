import { matches } from '../notes/note/block-extent';
import { findCallout, withCallout, withoutCallout, writeCallout, type CutLines } from './conflict-callout';
import { paragraphsOf } from '../notes/note/line-kind';
import { isFilled, linesOf, type NoteBlock } from '../notes/note/note';
import type { NoteHead } from '../notes/note/note-body';
import { mergeWords } from './three-way';
import type { BlockBase } from '../notes/note/trailer';
import { bagOf, isMadeOf, sharedWords } from '../notes/note/words';

export interface HeaderSides {
  readonly head: NoteHead;
  readonly base: BlockBase;
  readonly next: NoteBlock;
  /** The text that the base is the mark of, where it is known. */
  readonly baseText: () => string | null;
  readonly conflictMark: string;
}

export interface SettledHeader {
  readonly head: Omit<NoteHead, 'state'>;
  readonly base: BlockBase;
  readonly isConflict: boolean;
}

/** Decides what stands above the first block. The header has no anchor: once somebody changed it, all of that is merged as one text. */
export function settleHeader(sides: HeaderSides): SettledHeader {
  const { head, base, next, conflictMark } = sides;
  switch (head.state) {
    case 'clean':
    case 'current': {
      const callout = findCallout(head.intro, { mark: conflictMark, isText: calloutOf(base) });
      return {
        head: {
          lead: head.lead,
          header: linesOf(next),
          intro: callout === null ? head.intro : withoutCallout(callout),
        },
        base: next.base,
        isConflict: false,
      };
    }
    case 'changed':
      if (base.text === next.base.text)
        return { head, base: { ...base, source: next.base.source }, isConflict: false };
      return settleChanged(sides);
  }
}

function settleChanged({ head, base, next, baseText, conflictMark }: HeaderSides): SettledHeader {
  const callout = findCallout(head.header, { mark: conflictMark, isText: calloutOf(base) });
  const lines = callout === null ? head.header : withoutCallout(callout);
  const box = writeCallout(conflictMark, next.text);
  const settled = (header: readonly string[], standing: CutLines | null): SettledHeader => ({
    head: { lead: [], header: standing === null ? header : withCalloutBelow(header, box), intro: [] },
    base: next.base,
    isConflict: false,
  });
  if (!lines.some(isFilled)) return settled(head.header, null);
  const known = baseText();
  const merged = known === null ? null : mergeHead(lines, { base: known, remote: next.text });
  switch (merged?.kind) {
    case 'merged':
      return settled(merged.lines, callout);
    case 'gone':
      return settled(lines, callout);
    case 'conflict':
    case undefined:
      return base.source === next.base.source
        ? settled(lines, callout)
        : {
            ...settled(lines, callout),
            head: { lead: [], header: withCalloutBelow(lines, box), intro: [] },
            isConflict: true,
          };
  }
}

const calloutOf =
  (base: BlockBase) =>
  (text: string): boolean =>
    matches(text.split('\n'), base);

/** Below all of it: what is above the first block may be anything. */
function withCalloutBelow(lines: readonly string[], callout: readonly string[]): readonly string[] {
  const last = lines.reduce((found, line, index) => (isFilled(line) ? index : found), -1);
  return [...lines.slice(0, last + 1), ...withCallout([], callout)];
}

type MergedHead =
  | { readonly kind: 'merged'; readonly lines: readonly string[] }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'gone' };

/** Merges the paragraphs from the first to the last that are made of the header's words; what is around them is the person's. */
function mergeHead(
  lines: readonly string[],
  { base, remote }: { readonly base: string; readonly remote: string },
): MergedHead {
  const words = bagOf(base);
  if (sharedWords(bagOf(lines.join('\n')), words) === 0) return { kind: 'gone' };
  const own = paragraphsOf(lines).filter(({ start, end }) =>
    isMadeOf(bagOf(lines.slice(start, end).join('\n')), words),
  );
  const start = own[0]?.start ?? 0;
  const end = own[own.length - 1]?.end ?? lines.length;
  const merged = mergeWords({ base, local: lines.slice(start, end).join('\n'), remote });
  return merged === null
    ? { kind: 'conflict' }
    : { kind: 'merged', lines: [...lines.slice(0, start), ...merged.split('\n'), ...lines.slice(end)] };
}

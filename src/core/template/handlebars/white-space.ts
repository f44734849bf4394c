import type { AnyBlock, Partial, Program, Statement, Strip } from '../handlebars-ast';

/** What a statement asks of the white space around it. */
interface Edges {
  /** Its `~` on the outside. */
  readonly strip: Strip;
  /** Whether it goes with its line where that holds nothing else. */
  readonly standsAlone?: boolean;
  /** The branch behind a block's first tag, where no more stands on the line of that tag. */
  readonly first?: Program | null;
  /** The branch before a block's last tag, where no more stands on the line of that tag. */
  readonly last?: Program | null;
}

interface Cut {
  readonly mark: 'leftStripped' | 'rightStripped';
  readonly pattern: RegExp;
  /** Whether it is made also where that side was cut before. */
  readonly again: boolean;
}

// A pattern that begins before the blanks is not tried anew at each of them.
const ALL_BEFORE: Cut = { mark: 'leftStripped', pattern: /(^|\S)\s+$/, again: true };
const LINE_BEFORE: Cut = { mark: 'leftStripped', pattern: /(^|[^ \t])[ \t]+$/, again: false };
const ALL_BEHIND: Cut = { mark: 'rightStripped', pattern: /^()\s+/, again: true };
const LINE_BEHIND: Cut = { mark: 'rightStripped', pattern: /^()[ \t]*\r?\n?/, again: false };

/**
 * Cuts the white space that a `~` takes, and the lines on which a block's tag, a comment or a partial stands alone. In the order
 * of Handlebars, because a cut can keep another from being made.
 */
export function controlWhiteSpace(root: Program): void {
  controlProgram(root.body, true);
}

function controlProgram(body: readonly Statement[], isRoot: boolean): void {
  const end = body.length - 1;
  for (const [index, node] of body.entries()) {
    const edges = edgesOf(node);
    if (edges === null) continue;
    const [before, behind] = [body[index - 1], body[index + 1]];
    const isLineStart =
      endsWithBreak(before) || (isRoot && (index === 0 || (index === 1 && isBlank(before))));
    const isLineEnd =
      beginsWithBreak(behind) || (isRoot && (index === end || (index === end - 1 && isBlank(behind))));
    if (edges.strip.close) cut(behind, ALL_BEHIND);
    if (edges.strip.open) cut(before, ALL_BEFORE);
    if (edges.standsAlone === true && isLineStart && isLineEnd) {
      const isIndented = cutBetween(before, behind);
      if (node.type === 'PartialStatement') standAlone(node, isIndented ? before : undefined);
    }
    if (edges.first && isLineStart) cutBetween(before, edges.first.body[0]);
    if (edges.last && isLineEnd) cutBetween(edges.last.body.at(-1), behind);
  }
}

function edgesOf(node: Statement): Edges | null {
  switch (node.type) {
    case 'ContentStatement':
      return null;
    case 'MustacheStatement':
    case 'Decorator':
      return { strip: node.strip };
    case 'CommentStatement':
    case 'PartialStatement':
      return { strip: node.strip, standsAlone: true };
    case 'BlockStatement':
    case 'DecoratorBlock':
    case 'PartialBlockStatement':
      return controlBlock(node);
  }
}

/** Sees to the inside of a block. */
function controlBlock({ program, inverse, openStrip, inverseStrip, closeStrip }: AnyBlock): Edges {
  const branches = [program, inverse].filter((branch) => branch !== undefined);
  for (const { body } of branches) controlProgram(body, false);
  const [first, second] = branches;
  const otherwise = second && withoutChain(second);
  const behindOpen = first?.body[0];
  const beforeClose = (otherwise ?? first)?.body.at(-1);
  if (openStrip.close) cut(behindOpen, ALL_BEHIND);
  if (otherwise) {
    const [before, behind] = [first?.body.at(-1), otherwise.body[0]];
    if (inverseStrip?.open === true) cut(before, ALL_BEFORE);
    if (inverseStrip?.close === true) cut(behind, ALL_BEHIND);
    if (closeStrip.open) cut(beforeClose, ALL_BEFORE);
    if (endsWithBreak(before) && beginsWithBreak(behind)) cutBetween(before, behind);
  } else if (closeStrip.open) cut(beforeClose, ALL_BEFORE);
  return {
    strip: { open: openStrip.open, close: closeStrip.close },
    first: first && beginsWithBreak(behindOpen) ? first : null,
    last: endsWithBreak(beforeClose) ? (second ?? first ?? null) : null,
  };
}

/** Of `{{else if ...}}`, the branch that stands right behind it. */
function withoutChain(branch: Program): Program {
  const [block] = branch.body;
  return branch.chained === true && block?.type === 'BlockStatement' && block.program
    ? block.program
    : branch;
}

/** Takes the rest of a line that holds a tag alone: what stands before the tag and what stands behind it. Whether there was anything before. */
function cutBetween(before: Statement | undefined, behind: Statement | undefined): boolean {
  cut(behind, LINE_BEHIND);
  return cut(before, LINE_BEFORE);
}

/** Whether there was anything to cut. */
function cut(node: Statement | undefined, { mark, pattern, again }: Cut): boolean {
  if (node?.type !== 'ContentStatement' || (!again && node[mark] === true)) return false;
  const value = node.value.replace(pattern, '$1');
  const isShorter = value !== node.value;
  node[mark] = isShorter;
  node.value = value;
  return isShorter;
}

function standAlone(partial: Partial, before: Statement | undefined): void {
  partial.endsLine = !partial.strip.close;
  if (before?.type === 'ContentStatement')
    partial.indent = before.original.slice(before.original.replace(LINE_BEFORE.pattern, '$1').length);
}

const isBlank = (node: Statement | undefined): boolean =>
  node?.type === 'ContentStatement' && node.original.trim() === '';

const beginsWithBreak = (node: Statement | undefined): boolean => {
  if (node?.type !== 'ContentStatement') return false;
  const { original } = node;
  return original.slice(0, original.length - original.trimStart().length).includes('\n');
};

const endsWithBreak = (node: Statement | undefined): boolean =>
  node?.type === 'ContentStatement' && node.original.slice(node.original.trimEnd().length).includes('\n');

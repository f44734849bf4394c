/** 1-based line and 0-based column. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The nodes of a template's tree: those of Handlebars, of which `start` alone is kept of where they stand. */
interface Placed {
  readonly start: Position;
}

export interface Program {
  readonly type: 'Program';
  readonly body: readonly Statement[];
  /** The names of `as |name|`. */
  readonly blockParams?: readonly string[];
  /** Whether it is nothing but the block of an `{{else if ...}}`. */
  readonly chained?: boolean;
}

/** On which sides of a tag a `~` takes the white space. */
export interface Strip {
  readonly open: boolean;
  readonly close: boolean;
}

/** What a tag calls, or the field that it names. */
export interface CallParts {
  readonly path: Literal | Path;
  readonly params: readonly Expression[];
  readonly hash: readonly HashPair[];
}

/** A `name=value` argument. */
interface HashPair {
  readonly key: string;
  readonly value: Expression;
}

interface PartialParts extends Omit<CallParts, 'path'> {
  readonly name: Expression;
}

interface BlockParts {
  /** Absent where `{{^name}}` has no `{{else}}`. */
  readonly program?: Program;
  readonly inverse?: Program;
  readonly openStrip: Strip;
  readonly inverseStrip?: Strip;
  readonly closeStrip: Strip;
}

/** White space control shortens `value` in place and marks where it did. */
export interface Content extends Placed {
  readonly type: 'ContentStatement';
  readonly original: string;
  value: string;
  leftStripped?: boolean;
  rightStripped?: boolean;
}

interface Comment extends Placed {
  readonly type: 'CommentStatement';
  readonly strip: Strip;
}

export interface Mustache extends Placed, CallParts {
  readonly type: 'MustacheStatement';
  readonly escaped: boolean;
  readonly strip: Strip;
}

interface Decorator extends Placed, CallParts {
  readonly type: 'Decorator';
  readonly escaped: boolean;
  readonly strip: Strip;
}

export interface BlockCall extends Placed, CallParts, BlockParts {
  readonly type: 'BlockStatement';
}

interface DecoratorBlock extends Placed, CallParts, BlockParts {
  readonly type: 'DecoratorBlock';
}

/** White space control says how it stands in its line. */
export interface Partial extends Placed, PartialParts {
  readonly type: 'PartialStatement';
  readonly strip: Strip;
  /** The blanks before it where it stands alone on its line: they go before each line of what it writes. */
  indent: string;
  /** Whether it stands alone on its line, and takes the line's end with it. */
  endsLine: boolean;
}

export interface PartialBlock extends Placed, PartialParts, BlockParts {
  readonly type: 'PartialBlockStatement';
}

export type AnyBlock = BlockCall | DecoratorBlock | PartialBlock;
export type Statement = Content | Comment | Mustache | Decorator | AnyBlock | Partial;

export interface SubExpression extends Placed, CallParts {
  readonly type: 'SubExpression';
}

export interface Path extends Placed {
  readonly type: 'PathExpression';
  /** Whether it begins with `@`. */
  readonly data: boolean;
  /** How often it steps out: `../`. */
  readonly depth: number;
  readonly parts: readonly string[];
  /** As it was written, without square brackets. */
  readonly original: string;
}

export type Literal = Placed &
  (
    | { readonly type: 'StringLiteral'; readonly value: string }
    | { readonly type: 'NumberLiteral'; readonly value: number }
    | { readonly type: 'BooleanLiteral'; readonly value: boolean }
    | { readonly type: 'NullLiteral'; readonly value: null }
    | { readonly type: 'UndefinedLiteral'; readonly value: undefined }
  );

export type Expression = Literal | Path | SubExpression;

/** A template of any language as a tree. `at` is an offset in the source. White space is as it is written in the end. */
export type TemplateNode =
  TextNode | OutputNode | ChoiceNode | LoopNode | QuoteNode | AssignmentNode | PartialNode;

export interface TextNode {
  readonly kind: 'text';
  readonly text: string;
  readonly at: number;
}

export interface OutputNode {
  readonly kind: 'output';
  readonly value: Expression;
  readonly at: number;
}

/** A line that begins with `>` and holds values. */
export interface QuoteNode {
  readonly kind: 'quote';
  readonly mark: string;
  readonly body: readonly TemplateNode[];
  /** The line break behind it, if there is one. */
  readonly end: '\n' | '';
  readonly at: number;
}

export interface Branch {
  readonly test: Expression;
  readonly body: readonly TemplateNode[];
}

export interface ChoiceNode {
  readonly kind: 'choice';
  readonly branches: readonly Branch[];
  readonly otherwise: readonly TemplateNode[];
  readonly at: number;
}

export interface LoopNode {
  readonly kind: 'loop';
  /** What an entry is called; null where its fields are named alone. */
  readonly name: string | null;
  readonly list: Expression;
  readonly body: readonly TemplateNode[];
  readonly otherwise: readonly TemplateNode[];
  readonly at: number;
}

export interface AssignmentNode {
  readonly kind: 'assignment';
  readonly name: string;
  readonly value: Expression;
  readonly at: number;
}

/** What stands in a file of its own. */
export interface PartialNode {
  readonly kind: 'partial';
  /** As it is called here. */
  readonly name: string;
  readonly at: number;
}

interface At {
  readonly at: number;
}

export type Literal = string | number | boolean | null;

export type Expression =
  | ({ readonly kind: 'path'; readonly parts: readonly string[] } & At)
  | ({ readonly kind: 'literal'; readonly value: Literal } & At)
  | ({
      readonly kind: 'filter';
      readonly name: string;
      readonly value: Expression;
      readonly args: readonly Expression[];
    } & At)
  | ({
      readonly kind: 'compare';
      readonly operator: CompareOperator;
      readonly left: Expression;
      readonly right: Expression;
    } & At)
  | ({
      readonly kind: 'logic';
      readonly operator: 'and' | 'or';
      readonly operands: readonly Expression[];
    } & At)
  | ({ readonly kind: 'not'; readonly value: Expression } & At)
  | ({
      readonly kind: 'pick';
      readonly test: Expression;
      readonly then: Expression;
      readonly otherwise: Expression | null;
    } & At)
  | ({ readonly kind: 'concat' | 'list'; readonly entries: readonly Expression[] } & At)
  | ({ readonly kind: 'unreadable'; readonly problem: string } & At);

export type CompareOperator = '==' | '!=' | '<' | '>' | '<=' | '>=' | 'in';

/** Statements and expressions deeper than this are not read: no template that a person writes is. */
export const DEPTH_LIMIT = 60;

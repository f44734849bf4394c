import type Handlebars from 'handlebars';

/**
 * The nodes of a template's syntax tree. Handlebars declares them as globals, which cannot be imported, so each is
 * named by the method of its `Visitor` that takes it.
 */
type NodeOf<Method extends keyof Handlebars.Visitor> = Parameters<Handlebars.Visitor[Method]>[0];

export type SyntaxNode = NodeOf<'accept'>;
export type SourceLocation = SyntaxNode['loc'];
/** 1-based line and 0-based column. */
export type Position = Readonly<SourceLocation['start']>;

export type Program = NodeOf<'Program'>;
export type Statement = Program['body'][number];
export type MustacheStatement = NodeOf<'MustacheStatement'>;
export type BlockStatement = NodeOf<'BlockStatement'>;
export type PartialStatement = NodeOf<'PartialStatement'>;
export type PartialBlockStatement = NodeOf<'PartialBlockStatement'>;
export type Decorator = NodeOf<'Decorator'>;
export type DecoratorBlock = NodeOf<'DecoratorBlock'>;
export type ContentStatement = NodeOf<'ContentStatement'>;

export type Expression = MustacheStatement['params'][number];
export type SubExpression = NodeOf<'SubExpression'>;
export type PathExpression = NodeOf<'PathExpression'>;
export type StringLiteral = NodeOf<'StringLiteral'>;
export type Hash = NodeOf<'Hash'>;
export type HashPair = Hash['pairs'][number];

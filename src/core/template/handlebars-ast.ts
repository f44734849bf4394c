import type Handlebars from 'handlebars';

/** The nodes of a template's tree, named after what they are in a template. Handlebars declares them only as globals. */
type Visitor = InstanceType<typeof Handlebars.Visitor>;

export type Program = Parameters<Visitor['Program']>[0];
export type Mustache = Parameters<Visitor['MustacheStatement']>[0];
export type BlockCall = Parameters<Visitor['BlockStatement']>[0];
export type SubExpression = Parameters<Visitor['SubExpression']>[0];
export type Path = Parameters<Visitor['PathExpression']>[0];
export type Partial = Parameters<Visitor['PartialStatement']>[0];
export type PartialBlock = Parameters<Visitor['PartialBlockStatement']>[0];
export type Decorator = Parameters<Visitor['Decorator']>[0];
export type DecoratorBlock = Parameters<Visitor['DecoratorBlock']>[0];
export type Text = Parameters<Visitor['StringLiteral']>[0];
export type Node = Program['body'][number];
type Content = Parameters<Visitor['ContentStatement']>[0];
type Hash = Parameters<Visitor['Hash']>[0];

/** The `name=value` arguments of a call. The declared type forgets that there may be none. */
export function namedArguments(hash: Hash | undefined): Hash['pairs'] {
  return hash?.pairs ?? [];
}

export const isBlock = (node: Node): node is BlockCall => node.type === 'BlockStatement';
export const isMustache = (node: Node): node is Mustache => node.type === 'MustacheStatement';
export const isContent = (node: Node): node is Content => node.type === 'ContentStatement';
export const isCall = (node: Node): node is SubExpression => node.type === 'SubExpression';
export const isPath = (node: Node): node is Path => node.type === 'PathExpression';
export const isText = (node: Node | undefined): node is Text => node?.type === 'StringLiteral';

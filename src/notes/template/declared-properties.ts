import { isMap, isNode, isScalar, isSeq, parseDocument, type Document, type Scalar } from 'yaml';
import { distinctWords, nearest } from '../../model/text';
import type { TemplateMistake } from '../../model/template-mistake';
import { tooDeepLine } from '../front-matter/depth';
import { nameOf, type Properties, type PropertyValue } from '../front-matter/front-matter';
import { OWNED_PROPERTIES } from '../note/note';
import { propertyValue, PROPERTY_TYPES, type PropertyType } from './property-value';
import { checkPart, type Fields } from './check-template';
import { compileValues, type Environment } from './environment';
import { within, type Origin, type ProblemList } from './syntax';
import type { FilePart } from './template-file';
import { listOf, plainText } from './values';

/** The properties of an item, as a function of its context. */
export type RenderProperties = (context: object) => Properties;

interface PropertyTemplate {
  readonly name: string;
  /** The texts of its expressions. */
  readonly texts: readonly string[];
  /** The property for the values of the texts, or undefined to leave it out. */
  readonly make: (values: readonly unknown[]) => PropertyValue | undefined;
}

// Obsidian uses one type for these everywhere.
const TYPE_BY_NAME: ReadonlyMap<string, PropertyType> = new Map([
  ['tags', 'tags'],
  ['aliases', 'list'],
  ['cssclasses', 'list'],
]);

/** To YAML, an expression without quotes is a nested mapping or an error. */
const UNQUOTED = /^([^\s:#][^:\n]*?)[ \t]*:[ \t]+\{\{/gm;

interface Options {
  readonly environment: Environment;
  readonly fields: Fields;
  readonly problems: ProblemList;
}

/** Compiles the properties that a template declares. Problems are added to the list. */
export function declaredProperties(part: FilePart, options: Options): RenderProperties {
  const properties = readProperties(part, options);
  // A text with problems cannot be compiled.
  if (options.problems.hasErrors()) return () => [];
  const valuesIn = compileValues(
    options.environment,
    properties.flatMap(({ texts }) => texts),
  );
  return (context) => {
    const values = [...valuesIn(context)];
    return properties.flatMap(({ name, texts, make }): Properties => {
      const value = make(values.splice(0, texts.length));
      return value === undefined ? [] : [[name, value]];
    });
  };
}

function readProperties(part: FilePart, options: Options): readonly PropertyTemplate[] {
  const report = (offset: number, mistake: TemplateMistake): void =>
    options.problems.add(originAt(part, offset), mistake);
  const unquoted = [...part.text.matchAll(UNQUOTED)];
  for (const { index, 1: name = '' } of unquoted) report(index, { code: 'property-quotes', name });
  if (unquoted.length > 0) return [];
  if (tooDeepLine(part.text) !== null) {
    report(0, { code: 'properties-too-deep' });
    return [];
  }
  const document = parseDocument(part.text, { uniqueKeys: false, prettyErrors: false, logLevel: 'error' });
  const { contents, errors } = document;
  const [error] = errors;
  if (error !== undefined) {
    report(error.pos[0], { code: 'properties-yaml', name: error.message });
    return [];
  }
  if (contents === null) return [];
  if (!isMap(contents) || contents.flow === true) {
    report(contents.range[0], { code: 'property-lines' });
    return [];
  }
  const names = new Set<string>();
  return contents.items.flatMap(({ key, value }): readonly PropertyTemplate[] => {
    const problem = problemWithName(key, names);
    if (problem !== null) report(placeOf(key), problem);
    if (problem !== null || !isScalar(key)) return [];
    const name = nameOf(key);
    names.add(name);
    const declared = readDeclaration(value, document, report);
    if (declared === null) return [];
    checkExpressions(declared, part, options);
    return [propertyOf(name, declared)];
  });
}

function originAt({ text, origin }: FilePart, offset: number): Origin {
  const before = text.slice(0, offset).split('\n');
  return within(origin, { line: before.length, column: before.at(-1)?.length ?? 0 });
}

const placeOf = (node: unknown): number => (isNode(node) ? (node.range?.[0] ?? 0) : 0);

function problemWithName(key: unknown, declared: ReadonlySet<string>): TemplateMistake | null {
  if (!isScalar(key)) return { code: 'property-lines' };
  const name = nameOf(key);
  if (name.trim() === '') return { code: 'property-name' };
  if (OWNED_PROPERTIES.has(name.toLowerCase())) return { code: 'property-owned', name };
  return declared.has(name) ? { code: 'property-twice', name } : null;
}

interface Declaration {
  /** None if the property is declared empty. */
  readonly expressions: readonly Expression[];
  readonly isList: boolean;
  readonly type: PropertyType | null;
}

interface Expression {
  readonly text: string;
  /** `false` or `3`, which stay what they are to YAML; null for anything else. */
  readonly constant: number | boolean | null;
  readonly place: number;
}

/**
 * Reads `"{{title}}"`, `[a, "{{category}}"]`, `{ value: "{{title}}", type: text }` or nothing; reports anything
 * else and returns null.
 */
function readDeclaration(
  node: unknown,
  document: Document.Parsed,
  report: (offset: number, mistake: TemplateMistake) => void,
): Declaration | null {
  let expression = node;
  let type: unknown;
  if (isMap(node)) {
    for (const { key } of node.items) {
      const option = plainText(isNode(key) ? key.toJS(document) : key);
      if (option !== 'value' && option !== 'type')
        report(placeOf(key), { code: 'property-option', name: option });
    }
    expression = node.get('value', true);
    type = node.get('type');
  }
  const known = PROPERTY_TYPES.find((one) => one === type);
  if (type !== undefined && known === undefined) {
    const near = nearest(plainText(type), PROPERTY_TYPES) ?? undefined;
    report(placeOf(node), { code: 'property-type', choices: [...PROPERTY_TYPES], near });
    return null;
  }
  const nodes: readonly unknown[] = isSeq(expression) ? expression.items : [expression];
  if (nodes.some((one) => isNode(one) && !isScalar(one))) {
    report(placeOf(expression), { code: 'property-expression' });
    return null;
  }
  const expressions = nodes.map(expressionOf).filter(({ text }) => text !== '');
  return { expressions, isList: isSeq(expression), type: known ?? null };
}

const expressionOf = (node: unknown): Expression => ({
  text: isScalar(node) ? textOfScalar(node) : '',
  constant: isScalar(node) ? constantOf(node) : null,
  place: placeOf(node),
});

const textOfScalar = ({ value, source }: Scalar): string =>
  typeof value === 'number' ? (source ?? String(value)) : plainText(value);

/** A number that would be written in another way, such as `007`, is text. */
function constantOf({ value, source }: Scalar): number | boolean | null {
  if (typeof value === 'boolean') return value;
  return typeof value === 'number' && String(value) === source ? value : null;
}

function checkExpressions({ expressions }: Declaration, part: FilePart, { fields, problems }: Options): void {
  for (const { text, place } of expressions) {
    const quote = /^["']/.test(part.text.slice(place)) ? 1 : 0;
    checkPart({ text, origin: originAt(part, place + quote), fields }, problems);
  }
}

function propertyOf(name: string, { expressions, isList, type }: Declaration): PropertyTemplate {
  if (expressions.length === 0) return { name, texts: [], make: () => null };
  const known = type ?? TYPE_BY_NAME.get(name.toLowerCase()) ?? null;
  const constant = isList ? null : (expressions[0]?.constant ?? null);
  if (known === null && constant !== null) return { name, texts: [], make: () => constant };
  const isAliases = name.toLowerCase() === 'aliases';
  const isClasses = name.toLowerCase() === 'cssclasses';
  const valueOf = (values: readonly unknown[]): unknown => {
    if (isList) return values.flatMap((value) => [...listOf(value)]);
    return isClasses ? classesIn(values[0]) : values[0];
  };
  return {
    name,
    texts: expressions.map(({ text }) => text),
    make: (values) => {
      const value = propertyValue(valueOf(values), known) ?? undefined;
      return isAliases && Array.isArray(value) ? distinctWords(value) : value;
    },
  };
}

/** One text may name several classes, as in HTML or with commas. */
const classesIn = (value: unknown): unknown =>
  Array.isArray(value) ? value : plainText(value).split(/[\s,]+/);

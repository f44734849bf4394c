import {
  isCollection,
  isMap,
  isNode,
  isScalar,
  parseDocument,
  type Document,
  type Pair,
  type YAMLMap,
} from 'yaml';
import { nameOf } from '../front-matter/front-matter';
import { propertyValue, PROPERTY_TYPES, type PropertyType } from '../front-matter/property-value';
import type { PropertyValue } from './template';
import { checkPart, type Fields } from './check';
import { compileText, compileValue, type Environment } from './environment';
import type { FilePart } from './template-file';
import { suggestion } from '../../model/text';
import { within, type Origin, type ProblemList } from './problems';
import { plainText } from './values';

/** A property as declared: its value for an item, or null when it is left out. */
export interface PropertyTemplate {
  readonly name: string;
  render(context: object): PropertyValue | null;
}

const OURS: ReadonlySet<string> = new Set(['readwise-id', 'reader-id', 'readwise-part', 'readwise-status']);
// Obsidian gives these one type everywhere.
const TYPE_BY_NAME: ReadonlyMap<string, PropertyType> = new Map([
  ['tags', 'tags'],
  ['aliases', 'list'],
  ['cssclasses', 'list'],
]);

interface Declared {
  readonly expression: string;
  readonly origin: Origin;
  readonly type: PropertyType | null;
}

const isPropertyType = (value: unknown): value is PropertyType =>
  PROPERTY_TYPES.some((type) => type === value);

/** An expression without quotes is a mapping in a mapping to YAML, or nothing at all. */
const UNQUOTED = /^([^\s:#][^:\n]*?)[ \t]*:[ \t]+\{\{/gm;
const LINES = 'The properties are lines like title: "{{title}}".';

/** Reads the front matter of one template. */
class Declarations {
  private readonly declared = new Set<string>();
  private readonly document: Document.Parsed;

  constructor(
    private readonly part: FilePart,
    private readonly options: {
      readonly environment: Environment;
      readonly fields: Fields;
      readonly problems: ProblemList;
    },
  ) {
    this.document = parseDocument(part.text, { uniqueKeys: false, prettyErrors: false, logLevel: 'error' });
  }

  read(): readonly PropertyTemplate[] {
    const unquoted = [...this.part.text.matchAll(UNQUOTED)];
    for (const { index, 1: name = '' } of unquoted)
      this.refuse(this.at(index), `Put the expression in quotes: ${name}: "{{...}}".`);
    if (unquoted.length > 0) return [];
    const { contents, errors } = this.document;
    const [error] = errors;
    if (error !== undefined)
      return (
        this.refuse(this.at(error.pos[0]), `The properties cannot be read as YAML: ${error.message}.`) ?? []
      );
    if (contents === null) return [];
    if (!isMap(contents) || contents.flow === true)
      return this.refuse(this.at(contents.range[0]), LINES) ?? [];
    return contents.items.flatMap((pair) => this.property(pair) ?? []);
  }

  private at(offset: number): Origin {
    const before = this.part.text.slice(0, offset).split('\n');
    return within(this.part.origin, { line: before.length, column: before.at(-1)?.length ?? 0 });
  }

  private property({ key, value }: Pair): PropertyTemplate | null {
    const at = this.at(placeOf(key));
    if (!isScalar(key)) return this.refuse(at, LINES);
    const name = nameOf(key);
    if (name.trim() === '') return this.refuse(at, 'A property needs a name.');
    if (OURS.has(name.toLowerCase()))
      return this.refuse(at, `The property "${name}" is the program's own: choose another name.`);
    if (this.declared.has(name)) return this.refuse(at, `The property "${name}" is declared twice.`);
    this.declared.add(name);
    const declared = isMap(value) ? this.typed(value) : this.expression(value, null);
    return declared === null ? null : this.compile(name, declared);
  }

  private expression(value: unknown, type: PropertyType | null): Declared | null {
    const at = placeOf(value);
    if (isCollection(value))
      return this.refuse(
        this.at(at),
        'A property is an expression in quotes, or { value: "...", type: ... }.',
      );
    const quote = /^["']/.test(this.part.text.slice(at)) ? 1 : 0;
    return { expression: plainText(this.valueOf(value)), origin: this.at(at + quote), type };
  }

  private typed(map: YAMLMap): Declared | null {
    for (const { key } of map.items) {
      const option = this.valueOf(key);
      if (option !== 'value' && option !== 'type')
        this.options.problems.add(
          this.at(placeOf(key)),
          `A property has no "${plainText(option)}", only value and type.`,
        );
    }
    const type: unknown = map.get('type');
    if (type !== undefined && !isPropertyType(type)) {
      const near = suggestion(plainText(type), PROPERTY_TYPES);
      return this.refuse(this.at(placeOf(map)), `The type is one of ${PROPERTY_TYPES.join(', ')}.${near}`);
    }
    return this.expression(map.get('value', true), type ?? null);
  }

  private valueOf(node: unknown): unknown {
    return isNode(node) ? node.toJS(this.document) : node;
  }

  private compile(name: string, { expression, origin, type }: Declared): PropertyTemplate | null {
    const { environment, fields, problems } = this.options;
    checkPart({ text: expression, origin, fields }, problems);
    // A text with problems cannot be compiled.
    if (problems.all().length > 0) return null;
    const known = type ?? TYPE_BY_NAME.get(name.toLowerCase()) ?? null;
    // A lone expression gives its value itself, so that lists stay lists and numbers numbers.
    const valueOf =
      compileValue(environment, expression) ?? compileText(environment, expression, { noEscape: true });
    return { name, render: (context) => propertyValue(valueOf(context), known) };
  }

  private refuse(at: Origin, message: string): null {
    this.options.problems.add(at, message);
    return null;
  }
}

const placeOf = (node: unknown): number => (isNode(node) ? (node.range?.[0] ?? 0) : 0);

/** The properties that a template declares; its problems go to the list. */
export function declaredProperties(
  part: FilePart,
  options: {
    readonly environment: Environment;
    readonly fields: Fields;
    readonly problems: ProblemList;
  },
): readonly PropertyTemplate[] {
  return new Declarations(part, options).read();
}

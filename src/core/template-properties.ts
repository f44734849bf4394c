import { isMap, isScalar, LineCounter, parseDocument, type Pair, type YAMLMap } from 'yaml';
import { propertyValue, PROPERTY_TYPES, type PropertyType } from './property-value';
import type { PropertyValue } from './template';
import { checkPart, type Fields } from './template-expressions';
import type { FilePart } from './template-file';
import { suggestion, within, type Origin, type ProblemList } from './template-problems';
import { compileLoneExpression, compileProgram } from './template-program';
import { plainText } from './template-values';

/** A property as declared: its value for an item, or null when it is left out. */
export interface PropertyTemplate {
  readonly name: string;
  render(context: object): PropertyValue | null;
}

const OURS: ReadonlySet<string> = new Set(['readwise-id', 'reader-id', 'readwise-status']);
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

const isPropertyType = (value: unknown): value is PropertyType => PROPERTY_TYPES.some((type) => type === value);

/** Reads the front matter of one template. */
class Declarations {
  private readonly counter = new LineCounter();

  constructor(
    private readonly part: FilePart,
    private readonly fields: Fields,
    private readonly problems: ProblemList,
  ) {}

  read(): readonly PropertyTemplate[] {
    const document = parseDocument(this.part.text, { lineCounter: this.counter, prettyErrors: false });
    for (const { pos, message } of document.errors) this.problems.add(this.at(pos[0]), `The properties cannot be read as YAML: ${message}.`);
    const { contents } = document;
    if (document.errors.length > 0 || contents === null || (isScalar(contents) && contents.value === null)) return [];
    if (!isMap(contents)) {
      this.problems.add(this.part.origin, 'The properties are lines like title: "{{title}}".');
      return [];
    }
    return contents.items.flatMap((pair) => this.property(pair) ?? []);
  }

  private at(offset: number): Origin {
    const { line, col } = this.counter.linePos(offset);
    return within(this.part.origin, { line, column: col - 1 });
  }

  private property({ key, value }: Pair): PropertyTemplate | null {
    const at = this.at(offsetOf(key));
    const name = isScalar(key) ? plainText(key.value).trim() : '';
    if (name === '') return this.refuse(at, 'A property needs a name.');
    if (OURS.has(name.toLowerCase())) return this.refuse(at, `The property "${name}" is the program's own: choose another name.`);
    const declared = isMap(value) ? this.typed(value, name) : this.expression(value, { type: null, at });
    if (declared === null) return null;
    return this.compile(name, declared);
  }

  private expression(value: unknown, { type, at }: { readonly type: PropertyType | null; readonly at: Origin }): Declared | null {
    if (!isScalar(value)) return this.refuse(at, 'A property is an expression in quotes, or { value: "...", type: ... }.');
    const quote = value.type === 'QUOTE_DOUBLE' || value.type === 'QUOTE_SINGLE' ? 1 : 0;
    return { expression: plainText(value.value), origin: this.at(offsetOf(value) + quote), type };
  }

  private typed(map: YAMLMap, name: string): Declared | null {
    const at = this.at(offsetOf(map));
    if (map.items.some(({ key }) => isMap(key))) return this.refuse(at, `Put the expression in quotes: ${name}: "{{...}}".`);
    for (const { key } of map.items) {
      const option = isScalar(key) ? plainText(key.value) : '';
      if (option !== 'value' && option !== 'type') this.problems.add(this.at(offsetOf(key)), `A property has no "${option}", only value and type.`);
    }
    const type = map.get('type');
    if (type !== undefined && !isPropertyType(type)) {
      const near = suggestion(plainText(type), PROPERTY_TYPES);
      return this.refuse(at, `The type is one of ${PROPERTY_TYPES.join(', ')}.${near}`);
    }
    return this.expression(map.get('value', true), { type: type ?? null, at });
  }

  private compile(name: string, { expression, origin, type }: Declared): PropertyTemplate | null {
    const program = checkPart({ source: expression, origin, fields: this.fields }, this.problems);
    // Of a part with problems there is nothing to compile.
    if (program === null || this.problems.all().length > 0) return null;
    const known = type ?? TYPE_BY_NAME.get(name.toLowerCase()) ?? null;
    // A lone expression gives its value itself, so that lists stay lists and numbers numbers.
    const valueOf = compileLoneExpression(program) ?? compileProgram(program, plainText);
    return { name, render: (context) => propertyValue(valueOf(context), known) };
  }

  private refuse(at: Origin, message: string): null {
    this.problems.add(at, message);
    return null;
  }
}

const offsetOf = (node: unknown): number => {
  if (typeof node !== 'object' || node === null || !('range' in node) || !Array.isArray(node.range)) return 0;
  return Number(node.range[0]);
};

/** The properties that a template declares; its problems go to the list. */
export function declaredProperties(part: FilePart, { fields, problems }: { readonly fields: Fields; readonly problems: ProblemList }): readonly PropertyTemplate[] {
  return new Declarations(part, fields, problems).read();
}

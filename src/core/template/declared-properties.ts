import { isGroup, isObject } from '../is-object';
import { propertyValue, PROPERTY_TYPES, type PropertyType } from '../properties/property-value';
import type { PropertyValue } from './template';
import { checkPart, type Fields } from './check';
import { compileText, compileValue, type Environment } from './environment';
import type { FilePart } from './template-file';
import { suggestion, within, type Origin, type ProblemList } from './problems';
import { plainText } from './values';
import { yamlEntries, type ReadYaml, type YamlEntry } from '../properties/yaml-entries';

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

/** Reads the front matter of one template. */
class Declarations {
  private readonly declared = new Set<string>();

  constructor(
    private readonly part: FilePart,
    private readonly options: {
      readonly environment: Environment;
      readonly fields: Fields;
      readonly problems: ProblemList;
      readonly readYaml: ReadYaml;
    },
  ) {}

  read(): readonly PropertyTemplate[] {
    const found = yamlEntries(this.part.text);
    if (found.ok) return found.entries.flatMap((entry) => this.property(entry) ?? []);
    return this.refuse(this.at(found.at), 'The properties are lines like title: "{{title}}".') ?? [];
  }

  private at(offset: number): Origin {
    const before = this.part.text.slice(0, offset).split('\n');
    return within(this.part.origin, { line: before.length, column: before.at(-1)?.length ?? 0 });
  }

  private property(entry: YamlEntry): PropertyTemplate | null {
    const at = this.at(entry.start + entry.indent.length);
    const raw = this.part.text.slice(entry.valueAt, entry.end);
    if (entry.key === null) return this.refuse(at, 'The properties are lines like title: "{{title}}".');
    if (raw.startsWith('{{'))
      return this.refuse(at, `Put the expression in quotes: ${entry.key}: "{{...}}".`);
    const read = this.options.readYaml(this.part.text.slice(entry.start, entry.end));
    if (!read.ok) return this.refuse(at, `The properties cannot be read as YAML: ${read.message}.`);
    const [name = '', value] = Object.entries(read.value ?? {})[0] ?? [];
    if (name.trim() === '') return this.refuse(at, 'A property needs a name.');
    if (OURS.has(name.toLowerCase()))
      return this.refuse(at, `The property "${name}" is the program's own: choose another name.`);
    if (this.declared.has(name)) return this.refuse(at, `The property "${name}" is declared twice.`);
    this.declared.add(name);
    const declared = isGroup(value)
      ? this.typed(value, entry)
      : this.expression(value, { type: null, at: entry.valueAt });
    return declared === null ? null : this.compile(name, declared);
  }

  private expression(
    value: unknown,
    { type, at }: { readonly type: PropertyType | null; readonly at: number },
  ): Declared | null {
    if (isObject(value))
      return this.refuse(
        this.at(at),
        'A property is an expression in quotes, or { value: "...", type: ... }.',
      );
    const quote = /^["']/.test(this.part.text.slice(at)) ? 1 : 0;
    return { expression: plainText(value), origin: this.at(at + quote), type };
  }

  private typed(map: object, { valueAt, end }: YamlEntry): Declared | null {
    const raw = this.part.text.slice(valueAt, end);
    const options = new Map<string, unknown>(Object.entries(map));
    for (const option of options.keys()) {
      if (option !== 'value' && option !== 'type')
        this.options.problems.add(
          this.at(valueAt + Math.max(0, raw.indexOf(option))),
          `A property has no "${option}", only value and type.`,
        );
    }
    const type = options.get('type');
    if (type !== undefined && !isPropertyType(type)) {
      const near = suggestion(plainText(type), PROPERTY_TYPES);
      return this.refuse(this.at(valueAt), `The type is one of ${PROPERTY_TYPES.join(', ')}.${near}`);
    }
    const label = /(?:^|[\s{,])["']?value["']?[ \t]*:[ \t]*/.exec(raw);
    return this.expression(options.get('value'), {
      type: type ?? null,
      at: valueAt + (label === null ? 0 : label.index + label[0].length),
    });
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

/** The properties that a template declares; its problems go to the list. */
export function declaredProperties(
  part: FilePart,
  options: {
    readonly environment: Environment;
    readonly fields: Fields;
    readonly problems: ProblemList;
    readonly readYaml: ReadYaml;
  },
): readonly PropertyTemplate[] {
  return new Declarations(part, options).read();
}

import { suggestion } from '../core/template/problems';
import { HELPERS } from '../core/template/helpers';
import {
  call,
  chosen,
  highlightField,
  itemField,
  joined,
  knownTruth,
  literal,
  not,
  shown,
  SIZE_LIMIT,
  sizeOf,
  typeOf,
  type Code,
  type PathCode,
  type ValueType,
} from './code';
import type { Dialect, Field } from './fields';
import { FILTER_NAMES, filterNamed, helperName } from './filters';
import type { Expression } from './tree';
import type { Warnings } from './warnings';

/** What names mean at one place of a template. */
export interface NameScope {
  readonly part: 'header' | 'highlight';
  /** Whose a name is that stands alone in the highlight part. */
  readonly bare: 'item' | 'highlight';
  /** What their loop calls the highlight. */
  readonly highlightName: string | null;
  /** The entries of the loops around, the outermost first. */
  readonly loops: readonly (string | null)[];
  readonly variables: Map<string, Code>;
}

type Path = Extract<Expression, { readonly kind: 'path' }>;
type Comparison = Extract<Expression, { readonly kind: 'compare' }>;
type Filter = Extract<Expression, { readonly kind: 'filter' }>;

const NAME = /^[A-Za-z_]\w*$/;
const LOOP_DATA: ReadonlyMap<string, string> = new Map([
  ['loop.index0', 'index'],
  ['loop.first', 'first'],
  ['loop.last', 'last'],
  ['@index', 'index'],
  ['@first', 'first'],
  ['@last', 'last'],
]);
const INDEX = highlightField('index', 'number');
const OF_HIGHLIGHTS: ReadonlyMap<string, Code> = new Map<string, Code>([
  ['loop.index', INDEX],
  ['loop.first', call('eq', [INDEX, literal(1)])],
  ['loop.last', call('eq', [INDEX, itemField('highlightCount', 'number')])],
]);
const KINDS: ReadonlyMap<string, string> = new Map([
  ['books', 'book'],
  ['articles', 'article'],
  ['tweets', 'tweet'],
  ['podcasts', 'podcast'],
  ['supplementals', 'supplemental'],
]);

const byName = (owner: PathCode['owner'], name: string, level: number, type: ValueType = 'text'): Code => ({
  form: 'path',
  owner,
  name,
  level,
  type,
});

/** Turns expressions of their languages into ours, and tells what has no counterpart. */
export class ExpressionConverter {
  constructor(
    private readonly dialect: Dialect,
    private readonly warnings: Warnings,
  ) {}

  /** The value of an expression. */
  value(expression: Expression, scope: NameScope): Code {
    switch (expression.kind) {
      case 'path': {
        const field = this.path(expression, scope);
        return field.value;
      }
      case 'literal':
        if (/\\(?:["']|$)/.test(String(expression.value)))
          this.warnings.add(
            expression.at,
            'A backslash before a quote or at the end of a text cannot be written here: it was left out.',
          );
        return literal(expression.value ?? '');
      case 'filter':
        return this.filter(expression, scope);
      case 'concat':
        return call('join', [
          call(
            'list',
            expression.entries.map((entry) => shown(this.value(entry, scope))),
          ),
          literal(''),
        ]);
      case 'list':
        return call(
          'list',
          expression.entries.map((entry) => shown(this.value(entry, scope))),
          { type: 'list' },
        );
      case 'pick':
        return call('or', [
          call('and', [this.test(expression.test, scope), this.value(expression.then, scope)]),
          expression.otherwise === null ? literal('') : this.value(expression.otherwise, scope),
        ]);
      case 'logic':
        return chosen(
          expression.operator,
          expression.operands.map((operand) => shown(this.value(operand, scope))),
        );
      case 'compare':
      case 'not':
        return this.test(expression, scope);
      case 'unreadable':
        this.warnings.add(expression.at, `${expression.problem}. This was left out.`);
        return literal('');
    }
  }

  /** An expression as a condition. */
  test(expression: Expression, scope: NameScope): Code {
    switch (expression.kind) {
      case 'path': {
        const field = this.path(expression, scope);
        return field.test ?? field.value;
      }
      case 'not':
        return not(this.test(expression.value, scope));
      case 'logic':
        return joined(
          expression.operator,
          expression.operands.map((operand) => this.test(operand, scope)),
        );
      case 'compare':
        return this.comparison(expression, scope);
      case 'unreadable':
        this.warnings.add(expression.at, `${expression.problem}. The condition counts as true.`);
        return literal(true);
      case 'literal':
        return literal(expression.value ?? '');
      case 'filter':
      case 'concat':
      case 'list':
      case 'pick':
        return this.value(expression, scope);
    }
  }

  /** What a variable holds from here on; of one that grew too long, nothing. */
  bind(name: string, expression: Expression, scope: NameScope): void {
    const code = this.value(expression, scope);
    if (sizeOf(code) > SIZE_LIMIT)
      this.warnings.add(
        expression.at,
        `What “${name}” holds is too long to be written wherever it is used: it was left out.`,
      );
    scope.variables.set(name, sizeOf(code) > SIZE_LIMIT ? literal('') : code);
  }

  private comparison({ operator, left, right }: Comparison, scope: NameScope): Code {
    const [first, second] = [shown(this.value(left, scope)), shown(this.value(right, scope))];
    if (operator === 'in' && isCategory(first) && second.form === 'call' && second.name === 'list')
      return joined(
        'or',
        second.args.map((entry) => call('eq', ofKind(first, entry))),
      );
    if (operator === 'in') return call('contains', [second, first]);
    const isEquality = operator === '==' || operator === '!=';
    const constant = right.kind === 'literal' ? right.value : undefined;
    if (isEquality && (constant === null || constant === '' || typeof constant === 'boolean')) {
      const isSame = (operator === '==') === (constant === true);
      const tested = this.test(left, scope);
      return isSame ? tested : not(tested);
    }
    const pair = ofKind(first, second);
    switch (operator) {
      case '==':
        return call('eq', pair);
      case '!=':
        return call('ne', pair);
      case '>':
        return call('gt', pair);
      case '<':
        return call('lt', pair);
      case '>=':
        return not(call('lt', pair));
      case '<=':
        return not(call('gt', pair));
    }
  }

  private filter({ name, value, args, at }: Filter, scope: NameScope): Code {
    const isFunction = value.kind === 'literal' && value.value === null;
    const codes = args.map((arg) => this.value(arg, scope));
    const filter = filterNamed(name);
    const subject = isFunction ? (codes[0] ?? literal('')) : this.value(value, scope);
    if (filter !== undefined) {
      const { code, hint } = filter({
        value: subject,
        args: isFunction ? codes.slice(1) : codes,
        dates: this.dialect.dates,
      });
      if (hint !== undefined) this.warnings.add(at, hint);
      return code;
    }
    const helper = HELPERS.get(helperName(name));
    if (helper !== undefined && helper.form !== 'block')
      return call(helperName(name), isFunction ? codes : [subject, ...codes]);
    const what = isFunction ? `There is no “${name}” to call` : `There is no filter “${name}”`;
    this.warnings.add(at, `${what}: it was left out.${suggestion(name, FILTER_NAMES)}`);
    return isFunction ? literal('') : subject;
  }

  private path(path: Path, scope: NameScope): Field {
    const field = this.known(path.parts, scope);
    if (field === null) return this.unknown(path, scope);
    if (field.hint !== undefined) this.warnings.add(path.at, field.hint);
    return field;
  }

  private known(given: readonly string[], scope: NameScope): Field | null {
    const isLocal = given[0] !== '..';
    const parts = given.filter((part) => part !== '..' && !(part === 'this' && given.length > 1));
    const [first = '', second] = parts;
    if (second === 'length' && parts.length === 2) return this.lengthOf(first, scope);
    const entry = isLocal ? this.entry(parts, scope) : null;
    if (entry !== null) return { value: entry };
    const variable = parts.length === 1 ? scope.variables.get(first) : undefined;
    if (variable !== undefined) return { value: variable };
    const { item, highlight, items, highlights, highlightLists } = this.dialect;
    const isHighlight = scope.part === 'highlight';
    if (parts.length === 1 && highlightLists.has(first))
      return { value: itemField('highlightCount', 'number') };
    if (second !== undefined && parts.length === 2) {
      if (isHighlight && (first === scope.highlightName || highlights.has(first)))
        return highlight.get(second) ?? item.get(second) ?? null;
      return items.has(first) ? (item.get(second) ?? null) : null;
    }
    if (parts.length !== 1) return null;
    if (!isHighlight) return item.get(first) ?? null;
    const [near, far] = scope.bare === 'highlight' ? [highlight, item] : [item, highlight];
    return near.get(first) ?? far.get(first) ?? null;
  }

  private lengthOf(name: string, scope: NameScope): Field | null {
    const field = this.known([name], scope);
    const code =
      field === null
        ? undefined
        : filterNamed('length')?.({ value: field.value, args: [], dates: this.dialect.dates }).code;
    return code === undefined ? null : { value: code };
  }

  /** An entry of a loop, or what is told of the loop itself. */
  private entry(parts: readonly string[], { loops, part }: NameScope): Code | null {
    const whole = parts.join('.');
    const data = LOOP_DATA.get(whole);
    if (loops.length > 0 && data !== undefined) return byName('loop', data, loops.length, 'number');
    if (loops.length === 0) return part === 'highlight' ? (OF_HIGHLIGHTS.get(whole) ?? null) : null;
    const [first = '', second] = parts;
    const isWhole = second === undefined || second === 'name';
    for (let level = loops.length; level > 0; level -= 1) {
      const name = loops[level - 1];
      const isNamed = name !== null && name === first && isWhole;
      const isAlone =
        name === null &&
        level === loops.length &&
        parts.length === 1 &&
        (first === '.' || first === 'this' || first === 'name');
      if (isNamed || isAlone) return byName('entry', '', level);
    }
    return null;
  }

  private unknown({ parts, at }: Path, scope: NameScope): Field {
    const { item, highlight, highlights } = this.dialect;
    const name = parts.join('.');
    const last = parts[parts.length - 1] ?? '';
    const isOfHighlight =
      scope.part === 'header' &&
      (highlights.has(parts[0] ?? '') || (parts.length === 1 && highlight.has(name)));
    const near = suggestion(last, [...(scope.part === 'highlight' ? highlight.keys() : []), ...item.keys()]);
    this.warnings.add(
      at,
      isOfHighlight
        ? `“${name}” is a highlight's: the part for each highlight is a loop over them, or stands behind a line %% highlight %%.`
        : `“${name}” is not known here.${near}`,
    );
    return { value: parts.every((part) => NAME.test(part)) ? byName('nobody', name, 0) : literal('') };
  }
}

/** Their categories are fewer than those of the documents, and named in the plural: what they tell apart is the kind. */
function ofKind(first: Code, second: Code): readonly [Code, Code] {
  if (isCategory(second)) {
    const [right, left] = ofKind(second, first);
    return [left, right];
  }
  const kind = isCategory(first) && second.form === 'literal' ? KINDS.get(String(second.value)) : undefined;
  return kind === undefined
    ? [first, second]
    : [kind === 'supplemental' ? first : itemField('kind'), literal(kind)];
}

const isCategory = (code: Code): boolean => code.form === 'path' && code.name === 'category';

/** Whether a condition is decided already; null where the item decides. */
export const decided = (code: Code): boolean | null => knownTruth(code);

/** The list that a loop goes over; null where a value is none. */
export function listOf(code: Code): Code | null {
  if (typeOf(code) === 'hashtags') return code.form === 'call' ? (code.args[0] ?? null) : code;
  if (code.form === 'path' && code.owner === 'item' && code.name === 'author')
    return itemField('authors', 'list');
  return typeOf(code) === 'list' || (code.form === 'path' && code.owner === 'nobody') ? code : null;
}

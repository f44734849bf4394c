import { call, joined, literal, codeText, shown, testText, typeOf, type Code } from './code';
import { decided, listOf, type ExpressionConverter, type NameScope } from './expression-converter';
import { frontMatterLines, textAlone, type FrontMatterLine } from './front-matter-lines';
import { TemplateText } from './template-text';
import { TemplateWriter } from './template-writer';
import type { TemplateNode } from './tree';
import type { Warnings } from './warnings';

/** A line of our front matter, and where it came from. */
export interface PropertyLine {
  readonly text: string;
  readonly at: number;
}

interface Value {
  /** A template. */
  readonly text: string;
  /** Null where the value says itself what it is. */
  readonly type: 'number' | 'checkbox' | 'date' | null;
}

const KEY = /^\s*(?:"([^"\\\n]+)"|'([^'\n]+)'|([^\s\-#"'[\]{},&*!|>%@`:][^:\n]*?|[^\W]))[ \t]*:(?:[ \t]+|$)/;
const OURS: ReadonlySet<string> = new Set(['readwise-id', 'reader-id', 'readwise-status']);
/** Helpers that make nothing of nothing. */
const EMPTY_OF_EMPTY = /^(?:wikilink|hashtags?|date|upper|lower|titleCase|trim|first|last) (\S+)$/;
const PLAIN_KEY = /^[A-Za-z_][\w -]*$/;

/** Makes declared properties of front matter that was written as text. */
export class FrontMatterConverter {
  private readonly names = new Set<string>();

  constructor(
    private readonly convert: ExpressionConverter,
    private readonly warnings: Warnings,
    private readonly scope: NameScope,
  ) {}

  lines(nodes: readonly TemplateNode[]): readonly PropertyLine[] {
    const lines = frontMatterLines(nodes);
    const properties: PropertyLine[] = [];
    for (let index = 0; index < lines.length; index += 1) {
      const line = lines[index];
      if (line === undefined || line.nodes.length === 0) continue;
      const key = keyOf(line);
      if (key === null) {
        this.other(line);
        continue;
      }
      const entries: FrontMatterLine[] = [];
      for (let next = lines[index + 1]; next !== undefined && isEntry(next); next = lines[index + 1]) {
        entries.push(next);
        index += 1;
      }
      properties.push(...this.property(line, { key, entries }));
    }
    return properties;
  }

  private other({ nodes, at }: FrontMatterLine): void {
    for (const node of nodes)
      if (node.kind === 'assignment') this.convert.bind(node.name, node.value, this.scope);
    const text = textAlone(nodes);
    if (
      nodes.every(
        (node) => node.kind === 'assignment' || (node.kind === 'text' && node.text.trim() === ''),
      ) ||
      text?.trim().startsWith('#') === true
    )
      return;
    this.warnings.add(at, 'This is no line “key: value” and was left out of the properties.');
  }

  private property(
    line: FrontMatterLine,
    { key, entries }: { readonly key: Key; readonly entries: readonly FrontMatterLine[] },
  ): readonly PropertyLine[] {
    const { at } = line;
    if (OURS.has(key.name.toLowerCase()) || this.names.has(key.name)) {
      this.warnings.add(
        at,
        this.names.has(key.name)
          ? `The property “${key.name}” is there already: this one was left out.`
          : `The program writes the property “${key.name}” itself: this one was left out.`,
      );
      return [];
    }
    const value =
      entries.length > 0 && textAlone(key.value)?.trim() === ''
        ? this.entries(entries)
        : this.value(key.value, line);
    if (value === null) return [];
    if (value.text.trim() === '') {
      this.warnings.add(at, `The property “${key.name}” is empty and was left out.`);
      return [];
    }
    this.names.add(key.name);
    const name = PLAIN_KEY.test(key.name) ? key.name : JSON.stringify(key.name);
    const text = quoted(this.guarded(value.text, line));
    return [
      { text: `${name}: ${value.type === null ? text : `{ value: ${text}, type: ${value.type} }`}`, at },
    ];
  }

  /** With the conditions that stand around the whole line, but for those that ask for what is written anyway. */
  private guarded(text: string, { guards }: FrontMatterLine): string {
    const test = joined(
      'and',
      guards.map((guard) => this.convert.test(guard, this.scope)),
    );
    const decision = decided(test);
    if (decision !== null) return decision ? text : '';
    const standing = { part: 'header', depth: 0 } as const;
    const [, alone] = /^\{\{([^{}]+)\}\}$/.exec(text) ?? [];
    const asked = testText(test, standing);
    if (alone === undefined) return `{{#if ${asked}}}${text}{{/if}}`;
    const [, argument] = EMPTY_OF_EMPTY.exec(alone) ?? [];
    // In a block a list would become text.
    return alone === asked || argument === asked
      ? text
      : `{{or (and ${asked} ${alone.includes(' ') ? `(${alone})` : alone})}}`;
  }

  private value(written: readonly TemplateNode[], { at }: FrontMatterLine): Value | null {
    const nodes = isChoiceAlone(written) ? written.map(withoutQuotes) : written;
    const loop = this.loopAlone(nodes);
    if (loop !== null) return loop;
    const stripped = unwrapped(nodes);
    const [only] = stripped.nodes;
    if (stripped.nodes.length === 1 && only?.kind === 'output')
      return this.alone(shownBy(this.convert.value(only.value, this.scope), stripped.isList));
    const text = textAlone(nodes);
    if (text !== null && !stripped.isQuoted) return this.fixed(text.trim(), at);
    if (!stripped.isList) return { text: this.template(stripped.nodes), type: null };
    const outputs = stripped.nodes.filter((node) => node.kind !== 'text');
    const codes = outputs.flatMap((node) =>
      node.kind === 'output' ? [shown(this.convert.value(node.value, this.scope))] : [],
    );
    if (
      codes.length === outputs.length &&
      stripped.nodes.every((node) => node.kind !== 'text' || /^[\s"',]*$/.test(node.text))
    )
      return { text: mustache(call('list', codes, { type: 'list' })), type: null };
    this.warnings.add(at, 'This list is not understood and was left out of the properties.');
    return null;
  }

  private alone(code: Code): Value {
    if (code.form === 'literal') return { text: String(code.value), type: null };
    return { text: mustache(code), type: typeOf(code) === 'date' ? 'date' : null };
  }

  private fixed(text: string, at: number): Value | null {
    const value = text.replace(/(?:^|[ \t]+)#.*$/, '');
    if (/^(?:true|false)$/.test(value)) return { text: value, type: 'checkbox' };
    if (/^-?\d+(?:\.\d+)?$/.test(value)) return { text: value, type: 'number' };
    const [, inside] = /^\[([^[\]{}]*)\]$/.exec(value) ?? [];
    if (inside !== undefined) return { text: fixedList(inside.split(',')), type: null };
    if (!/^[[{|>&*!]/.test(value)) return { text: escapedText(value), type: null };
    this.warnings.add(at, 'This value is not understood and was left out of the properties.');
    return null;
  }

  /** A list that a loop writes, whatever it puts between the entries. */
  private loopAlone(nodes: readonly TemplateNode[]): Value | null {
    const loops = nodes.flatMap((node) => (node.kind === 'loop' ? [node] : []));
    const [loop] = loops;
    if (
      loop === undefined ||
      loops.length > 1 ||
      !nodes.every(
        (node) => node.kind === 'loop' || (node.kind === 'text' && /^[\s[\]"',-]*$/.test(node.text)),
      )
    )
      return null;
    const outputs = loop.body.flatMap((node) => (node.kind === 'output' ? [node] : []));
    const [output] = outputs;
    const isPlain = loop.body.every(
      (node) =>
        node.kind === 'output' ||
        (node.kind === 'text' && /^[\s"',#-]*$/.test(node.text)) ||
        node.kind === 'choice',
    );
    if (output === undefined || outputs.length > 1 || !isPlain) return null;
    const entries = listOf(this.convert.value(loop.list, this.scope));
    if (entries === null) return null;
    const isLinked = output.value.kind === 'filter' && output.value.name === 'wikilink';
    return { text: mustache(isLinked ? call('wikilink', [entries]) : entries), type: null };
  }

  private entries(lines: readonly FrontMatterLine[]): Value | null {
    const nodes = lines.flatMap((line) => line.nodes);
    const loop = this.loopAlone(nodes);
    if (loop !== null) return loop;
    const [first] = lines;
    const codes = lines.map((line) => this.entry(line));
    if (codes.every((code) => code !== null))
      return { text: codes.length === 0 ? '' : mustache(call('list', codes, { type: 'list' })), type: null };
    this.warnings.add(first?.at ?? 0, 'This list is not understood and was left out of the properties.');
    return null;
  }

  /** An entry `- ...` of a list; null when it is more than a text or a value. */
  private entry({ nodes }: FrontMatterLine): Code | null {
    const fixed = textAlone(nodes);
    if (fixed !== null) return literal(unquoted(fixed.replace(/^\s*-/, '')));
    const [dash, value, end, ...more] = nodes;
    const isAlone =
      dash?.kind === 'text' &&
      /^\s*-\s*["']?$/.test(dash.text) &&
      more.length === 0 &&
      (end === undefined || (end.kind === 'text' && /^["']?\s*$/.test(end.text)));
    return isAlone && value?.kind === 'output' ? shown(this.convert.value(value.value, this.scope)) : null;
  }

  private template(nodes: readonly TemplateNode[]): string {
    const out = new TemplateText();
    new TemplateWriter(this.convert, this.warnings, out).write(nodes, this.scope);
    return out.whole();
  }
}

interface Key {
  readonly name: string;
  readonly value: readonly TemplateNode[];
}

function keyOf({ nodes }: FrontMatterLine): Key | null {
  const [first, ...others] = nodes;
  const match = first?.kind === 'text' ? KEY.exec(first.text) : null;
  if (first?.kind !== 'text' || match === null) return null;
  const name = match[1] ?? match[2] ?? match[3] ?? '';
  return {
    name: name.trim(),
    value: [{ ...first, text: first.text.slice(match[0].length), at: first.at + match[0].length }, ...others],
  };
}

const isEntry = ({ nodes: [first] }: FrontMatterLine): boolean =>
  (first?.kind === 'text' && /^\s*-(?:\s|$)/.test(first.text)) || first?.kind === 'loop';

/** A value without its quotes and brackets. */
function unwrapped(nodes: readonly TemplateNode[]): {
  readonly nodes: readonly TemplateNode[];
  readonly isList: boolean;
  readonly isQuoted: boolean;
} {
  const first = nodes.find((node) => node.kind !== 'text' || node.text.trim() !== '');
  const last = nodes.filter((node) => node.kind !== 'text' || node.text.trim() !== '').at(-1);
  const [begin, end] = [
    first?.kind === 'text' ? first.text.trimStart() : '',
    last?.kind === 'text' ? last.text.trimEnd() : '',
  ];
  const isList = begin.startsWith('[') && !begin.startsWith('[[') && end.endsWith(']');
  const [head = ''] = (isList ? /^\s*\[\s*["']?/ : /^\s*["']?/).exec(begin) ?? [];
  const quote = /["']/.exec(head)?.[0] ?? '';
  const tail = end.length - end.replace(isList ? /["']?\s*\]$/ : quote === '' ? /$/ : /["']$/, '').length;
  const stripped = nodes.flatMap((node): readonly TemplateNode[] => {
    if (node.kind !== 'text') return [node];
    let { text } = node;
    if (node === last) text = text.trimEnd().slice(0, text.trimEnd().length - tail);
    if (node === first) text = text.trimStart().slice(head.length);
    return text === '' ||
      (node !== first &&
        node !== last &&
        text.trim() === '' &&
        (nodes[0] === node || nodes[nodes.length - 1] === node))
      ? []
      : [{ ...node, text }];
  });
  return { nodes: stripped, isList, isQuoted: quote !== '' };
}

const isChoiceAlone = (nodes: readonly TemplateNode[]): boolean =>
  nodes.every((node) => node.kind === 'choice' || (node.kind === 'text' && node.text.trim() === ''));

/** A choice between values, each without its quotes. */
function withoutQuotes(node: TemplateNode): TemplateNode {
  if (node.kind !== 'choice') return node;
  const bare = (body: readonly TemplateNode[]): readonly TemplateNode[] => {
    const { nodes, isList, isQuoted } = unwrapped(body);
    return isQuoted && !isList ? nodes : body;
  };
  return {
    ...node,
    branches: node.branches.map(({ test, body }) => ({ test, body: bare(body) })),
    otherwise: bare(node.otherwise),
  };
}

/** A value in brackets is a list; text in them the one entry of one. */
function shownBy(code: Code, isList: boolean): Code {
  if (!isList || typeOf(code) === 'list' || code.form === 'literal') return code;
  if (typeOf(code) === 'hashtags' && code.form === 'call') return code.args[0] ?? code;
  return call('list', [shown(code)], { type: 'list' });
}

const mustache = (code: Code): string => `{{${codeText(code, { part: 'header', depth: 0 })}}}`;

function fixedList(entries: readonly string[]): string {
  const words = entries.map(unquoted).filter((entry) => entry !== '');
  return words.length === 0 ? '' : mustache(call('list', words.map(literal)));
}

const unquoted = (text: string): string => text.trim().replace(/^(["'])(.*)\1$/, '$2');

const escapedText = (text: string): string => text.replace(/\{\{/g, '\\{{');

/** As a quoted scalar of YAML. */
const quoted = (text: string): string =>
  !/["\\\n]/.test(text) ? `"${text}"` : !/['\\\n]/.test(text) ? `'${text}'` : JSON.stringify(text);

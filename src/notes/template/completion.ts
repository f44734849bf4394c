import { HIGHLIGHT_FIELDS, ITEM_FIELDS } from './item-fields';
import { HELPERS } from './helpers';
import { NAME_FIELDS } from './name-template';

/** A name that can be put into a tag. */
export interface Completion {
  readonly name: string;
  readonly kind: 'item' | 'highlight' | 'helper';
  /** What is put in the place of what is typed. */
  readonly text: string;
}

/** Fields that a template may use. */
interface KnownFields {
  readonly item: readonly string[];
  readonly highlight: readonly string[];
}

/** In the template of a note. */
export const TEMPLATE_FIELDS: KnownFields = { item: ITEM_FIELDS, highlight: HIGHLIGHT_FIELDS };
/** In the template of a name or a folder. */
export const FIELDS_OF_NAMES: KnownFields = { item: NAME_FIELDS, highlight: [] };

/** What is typed of a name. */
export interface TypedName {
  readonly word: string;
  /** The tag before it. */
  readonly tag: string;
}

/** The name that is typed at the end of a line; null where none belongs. */
export function typedName(before: string): TypedName | null {
  const open = before.lastIndexOf('{{');
  if (open < 0 || before.includes('}}', open)) return null;
  const typed = before.slice(open === 0 || before[open - 1] !== '{' ? open : open - 1);
  const word = /\w*$/.exec(typed)?.[0] ?? '';
  const tag = typed.slice(0, typed.length - word.length);
  const isInQuotes = (tag.split('"').length + tag.split("'").length) % 2 === 1;
  if (isInQuotes || NO_NAME.test(tag) || !MAY_BEGIN.test(tag)) return null;
  return { word, tag };
}

/** A comment, a partial, or the end of a block. */
const NO_NAME = /^\{{2,3}~?[!>/]/;
const MAY_BEGIN = /(?:[{~#^&\s(=]|\bitem\.)$/;
const AT_START = /^\{{2,3}~?&?\s*(?:item\.)?$/;
const AT_BLOCK = /^\{\{~?[#^]\s*$/;

/** The names that may stand there, those that begin with what is typed first. */
export function completionsOf({ word, tag }: TypedName, fields: KnownFields): readonly Completion[] {
  return candidates(tag, fields)
    .map((each) => ({ each, at: each.name.toLowerCase().indexOf(word.toLowerCase()) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => Math.sign(one.at) - Math.sign(other.at))
    .map(({ each }) => each);
}

function candidates(tag: string, { item, highlight }: KnownFields): readonly Completion[] {
  const helpers = (form: 'inline' | 'block'): readonly Completion[] =>
    [...HELPERS]
      .filter(([, helper]) => helper.form === form || helper.form === 'either')
      .map(([name]) => ({ name, kind: 'helper', text: `${name} ` }));
  if (AT_BLOCK.test(tag)) return helpers('block');
  const isAlone = AT_START.test(tag);
  const end = isAlone ? '}'.repeat(/^\{+/.exec(tag)?.[0].length ?? 0) : '';
  const ofItem = item.map((name): Completion => ({ name, kind: 'item', text: name + end }));
  if (tag.endsWith('item.')) return ofItem;
  const ofHighlight = highlight
    .filter((name) => !item.includes(name))
    .map((name): Completion => ({ name, kind: 'highlight', text: name + end }));
  const inline = isAlone || tag.endsWith('(') ? helpers('inline') : [];
  return [...ofItem, ...ofHighlight, ...inline];
}

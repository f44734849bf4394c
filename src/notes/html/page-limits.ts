/**
 * Limits for pages, by counting and not by time, so that every device decides the same. The parser of the
 * terminal compares each element with all that are open and each attribute with all before it; a page within
 * these limits takes seconds at most.
 */
const LONGEST_PAGE = 2_000_000;
const MOST_TAGS = 100_000;
const DEEPEST = 200;
/** Most tags times the elements in which each stands: what an element holds is written once for each around it. */
const MOST_LEVELS = 20 * MOST_TAGS;
const MOST_ATTRIBUTES = 500;

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const VOID = words(
  'area base basefont bgsound br col embed frame hr image img input keygen link meta param source track wbr html head body',
);
/** Elements whose content is text, whatever it looks like. */
const RAW = words('script style textarea title xmp iframe noembed plaintext');
/** Elements that each block in them repeats: parsers open some of them again, and the conversion the others. */
const FORMATS = words('a b big cite code del em font i ins mark nobr q s small strike strong sub sup tt u');
/** Elements that end where one of these begins. */
const ENDED_BY: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['p', words('p div ul ol dl table section article blockquote pre h1 h2 h3 h4 h5 h6 li dt dd td th tr')],
  ['li', words('li')],
  ['dt', words('dt dd')],
  ['dd', words('dt dd')],
  ['td', words('td th tr tbody tfoot')],
  ['th', words('td th tr tbody tfoot')],
  ['tr', words('tr tbody tfoot')],
]);
/** Elements that end a drawing or formula in which they stand. */
const NEVER_FOREIGN = words(
  'b big blockquote body br center code dd div dl dt em embed font h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ' +
    'ol p pre ruby s small span strong strike sub sup table tt u ul var',
);

const TAG = /<(\/?)([A-Za-z][^\t\n\f\r />]*)|<!--|<!\[CDATA\[|<[!?/]/g;
const ATTRIBUTE =
  /[\t\n\f\r /]*[^\t\n\f\r />][^\t\n\f\r />=]*[\t\n\f\r ]*(?:=[\t\n\f\r ]*(?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^\t\n\f\r >]*))?/y;
const COMMENT_END = /--!?>/g;
const ASCII = /^[\0-\x7f]*$/;

interface Tag {
  readonly name: string;
  readonly isEnd: boolean;
  readonly attributes: number;
  readonly closesItself: boolean;
}

/** Whether a page can be parsed and converted within bounds. Counts too much rather than too little. */
export function isWithinLimits(html: string): boolean {
  if (html.length > LONGEST_PAGE) return false;
  const open = new OpenElements();
  let cost = 0;
  let levels = 0;
  TAG.lastIndex = 0;
  for (let match = TAG.exec(html); match !== null; match = TAG.exec(html)) {
    const [found, slash, name] = match;
    cost += 1;
    levels += open.depth;
    if (name === undefined) {
      TAG.lastIndex = endOfRemark(html, found, open.isForeign());
    } else {
      const tag = readTag(html, { name: ASCII.test(name) ? name.toLowerCase() : name, isEnd: slash === '/' });
      if (tag.attributes > MOST_ATTRIBUTES) return false;
      open.take(tag);
      if (!tag.isEnd && !FORMATS.has(tag.name)) cost += open.formats;
      if (!tag.isEnd && RAW.has(tag.name) && !open.isForeign()) TAG.lastIndex = endOfRaw(html, tag.name);
    }
    if (cost > MOST_TAGS || levels > MOST_LEVELS || open.depth > DEEPEST) return false;
  }
  return true;
}

/** Reads the rest of a tag; the search goes on behind it. */
function readTag(html: string, { name, isEnd }: Pick<Tag, 'name' | 'isEnd'>): Tag {
  let attributes = 0;
  let end = TAG.lastIndex;
  ATTRIBUTE.lastIndex = end;
  while (attributes <= MOST_ATTRIBUTES && ATTRIBUTE.test(html)) {
    attributes += 1;
    end = ATTRIBUTE.lastIndex;
  }
  const close = html.indexOf('>', end);
  TAG.lastIndex = close < 0 ? html.length : close + 1;
  return { name, isEnd, attributes, closesItself: close > end && html[close - 1] === '/' };
}

/** Where a comment ends, or what parsers take for one. */
function endOfRemark(html: string, start: string, isForeign: boolean): number {
  const at = TAG.lastIndex;
  if (start === '<![CDATA[' && isForeign) return endOf(html, ']]>', at);
  if (start !== '<!--') return endOf(html, '>', at - 1);
  // `<!-->` is a whole comment, `<!--!>` the beginning of one.
  COMMENT_END.lastIndex = html[at] === '!' ? at : at - 2;
  return COMMENT_END.test(html) ? COMMENT_END.lastIndex : html.length;
}

function endOf(html: string, mark: string, from: number): number {
  const index = html.indexOf(mark, from);
  return index < 0 ? html.length : index + mark.length;
}

function endOfRaw(html: string, name: string): number {
  const end = new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi');
  end.lastIndex = TAG.lastIndex;
  return end.exec(html)?.index ?? html.length;
}

/**
 * The elements that are open in a page. An end tag closes only the element opened last, so that no page has
 * more open than this says.
 */
class OpenElements {
  private readonly names: string[] = [];
  /** How many of the open elements are formats. */
  formats = 0;

  get depth(): number {
    return this.names.length;
  }

  /** Whether a drawing or formula is open, in which other rules hold. */
  isForeign(): boolean {
    return this.names.includes('svg') || this.names.includes('math');
  }

  take({ name, isEnd, closesItself }: Tag): void {
    if (isEnd) {
      if (this.names.at(-1) === name) this.pop();
      return;
    }
    if (NEVER_FOREIGN.has(name)) this.leaveForeign();
    const isForeign = this.isForeign();
    if (isForeign && closesItself) return;
    if (!isForeign) {
      if (VOID.has(name)) return;
      while (ENDED_BY.get(this.names.at(-1) ?? '')?.has(name) === true) this.pop();
    }
    this.names.push(name);
    if (FORMATS.has(name)) this.formats += 1;
  }

  private pop(): void {
    const name = this.names.pop() ?? '';
    if (FORMATS.has(name)) this.formats -= 1;
  }

  private leaveForeign(): void {
    for (const [index, name] of this.names.entries())
      if (name === 'svg' || name === 'math') this.names[index] = `closed ${name}`;
  }
}

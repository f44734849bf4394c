import {
  ancestor,
  attribute,
  childElements,
  childrenOf,
  elementsUnder,
  hasClass,
  isBlank,
  isElement,
  isHeading,
  isText,
  mark,
  nameOf,
  remove,
} from './dom';

const NOTE_ID =
  /^(?:user-content-|easy-)?(?:_?ftn|fn|footnote|cite_note|note|endnote|en|sdfootnote|_edn|fnt|n)[-_:.]?[A-Za-z0-9-_:.]*\d/i;
const LABEL = /^[[(]?(?:\d{1,3}(?::\d{1,3})?|[a-z]|[*†‡§¶]{1,3}|note \d{1,3}|nb \d{1,3})[\])]?$/iu;
/** Notes that stand in the text itself, shown beside it or on a click. */
const INLINE = /^(?:sidenote|marginnote|ltx_role_footnote|modern-footnotes-footnote__note)$/;
const BACK = /^(?:[\s\ufe0e\ufe0f]|↩|↑|⏎|⤴|\^|↵|←|⮐)*$/u;

interface Note {
  readonly target: HTMLElement;
  readonly references: HTMLElement[];
}

/**
 * Footnotes whose shape is clear (a mark that links to a note further down, which is named as one or links back) become an
 * `x-footnote-ref` each, and an `x-footnote` for each note at the end. Everything else stays as it is.
 */
export function markFootnotes(root: HTMLElement): void {
  const elements = elementsUnder(root);
  const notes = notesOf(elements);
  let number = 0;
  const holders = new Set<HTMLElement>();
  for (const { target, references } of notes.values()) {
    number += 1;
    const list = target.parentNode;
    const note = definition(target, { label: String(number), references });
    for (const reference of references) replaceReference(reference, String(number));
    root.appendChild(note);
    if (isElement(list)) holders.add(list);
  }
  for (const note of elements.filter((element) => hasClass(element, INLINE))) {
    if (!root.contains(note) || ancestor(note, ['x-footnote']) !== null) continue;
    number += 1;
    takeMarks(note);
    note.parentNode?.insertBefore(referenceTo(note, String(number)), note);
    root.appendChild(definition(note, { label: String(number), references: [] }));
  }
  for (const holder of holders) removeEmptied(holder, root);
}

function notesOf(elements: readonly HTMLElement[]): ReadonlyMap<HTMLElement, Note> {
  const ids = new Map<string, HTMLElement>();
  const place = new Map<HTMLElement, number>();
  for (const [index, element] of elements.entries()) {
    place.set(element, index);
    const id = attribute(element, 'id') || (nameOf(element) === 'a' ? attribute(element, 'name') : '');
    if (id !== '' && !ids.has(id)) ids.set(id, element);
  }
  const notes = new Map<HTMLElement, Note>();
  for (const link of elements) {
    const target = isReference(link) ? targetOf(link, ids) : null;
    if (target === null || target.contains(link) || (place.get(target) ?? 0) < (place.get(link) ?? 0))
      continue;
    const note = notes.get(target);
    if (note === undefined) notes.set(target, { target, references: [link] });
    else note.references.push(link);
  }
  // Of a note within another, the outer one is meant.
  const isInAnother = ({ parentNode: at }: Node): boolean =>
    isElement(at) && (notes.has(at) || isInAnother(at));
  return new Map([...notes].filter(([target]) => !isInAnother(target)));
}

/** The place that a link leads to; whether on this page, which may be told by its whole address, only the ids here say. */
function fragmentOf(link: HTMLElement): string {
  try {
    return decodeURIComponent(/#(.*)$/s.exec(attribute(link, 'href').trim())?.[1] ?? '');
  } catch {
    return '';
  }
}

function isReference(link: HTMLElement): boolean {
  if (nameOf(link) !== 'a' || fragmentOf(link) === '') return false;
  const text = (link.textContent ?? '').trim();
  if (
    /^(?:doc-)?noteref$/.test(attribute(link, 'role')) ||
    attribute(link, 'epub:type') === 'noteref' ||
    hasClass(link, /^footnote-?(?:ref(?:erence)?|anchor)$/)
  )
    return text.length <= 12;
  return (
    LABEL.test(text) &&
    text !== '' &&
    (ancestor(link, ['sup']) !== null ||
      childElements(link).some((child) => nameOf(child) === 'sup') ||
      /^[[(]/.test(text))
  );
}

function targetOf(link: HTMLElement, ids: ReadonlyMap<string, HTMLElement>): HTMLElement | null {
  const named = ids.get(fragmentOf(link));
  if (named === undefined) return null;
  const { parentNode: parent } = named;
  // Of the blocks around an anchor, a `div` may be the whole page.
  const isInNote = isElement(parent) && hasClass(parent, /^footnote$/);
  const holder = ['li', 'p', 'div', 'dd', 'aside'].includes(nameOf(named))
    ? named
    : isInNote
      ? parent
      : ancestor(named, ['li', 'p', 'dd', 'aside']);
  if (holder === null) return null;
  const isNamed = NOTE_ID.test(attribute(named, 'id') || attribute(named, 'name'));
  return isNamed || elementsUnder(holder).some((back) => linksTo(back, link)) ? holder : null;
}

/** Whether `back` links to where `link` stands. */
function linksTo(back: HTMLElement, link: HTMLElement): boolean {
  const id = nameOf(back) === 'a' ? fragmentOf(back) : '';
  if (id === '') return false;
  for (let at: Node | null = link, steps = 0; isElement(at) && steps < 3; at = at.parentNode, steps += 1) {
    if (attribute(at, 'id') === id || attribute(at, 'name') === id) return true;
  }
  return false;
}

function referenceTo(element: HTMLElement, label: string): HTMLElement {
  const reference = mark(element.ownerDocument, 'x-footnote-ref', { label });
  reference.appendChild(element.ownerDocument.createTextNode(label));
  return reference;
}

/** Takes out the marks of a note that stands where it is called: before it and in it. */
function takeMarks(note: HTMLElement): void {
  const before = note.previousElementSibling;
  if (
    before !== null &&
    note.previousSibling === before &&
    /^(?:sup|label)$/.test(nameOf(before)) &&
    !/\p{L}{2}/u.test(before.textContent ?? '')
  )
    remove(before);
  for (const inner of elementsUnder(note)) if (hasClass(inner, /^ltx_(?:note_mark|tag_note)$/)) remove(inner);
}

function replaceReference(link: HTMLElement, label: string): void {
  const reference = referenceTo(link, label);
  const sup = ancestor(link, ['sup']);
  const whole =
    sup !== null &&
    (sup.textContent ?? '').trim().replace(/^[[(]|[\])]$/g, '') ===
      (link.textContent ?? '').trim().replace(/^[[(]|[\])]$/g, '')
      ? sup
      : link;
  whole.parentNode?.insertBefore(reference, whole);
  remove(whole);
  if (whole === link && sup !== null && sup.contains(reference)) liftOut(reference, sup);
}

/** Several marks in one `sup` each stand on their own. */
function liftOut(reference: HTMLElement, sup: HTMLElement): void {
  sup.parentNode?.insertBefore(reference, sup);
  if (/^[\s,;[\]()]*$/.test(sup.textContent ?? '')) remove(sup);
}

function definition(
  target: HTMLElement,
  { label, references }: { readonly label: string; readonly references: readonly HTMLElement[] },
): HTMLElement {
  for (const element of elementsUnder(target)) {
    if (nameOf(element) === 'a' && isBackLink(element, references)) removeWithHolder(element, target);
    else if (hasClass(element, /^(?:mw-cite-backlink|footnote-back(?:ref|link)?|reversefootnote)$/))
      remove(element);
  }
  trimEdges(target);
  dropLabel(target, (references[0]?.textContent ?? '').trim());
  const note = mark(target.ownerDocument, 'x-footnote', { label });
  const block = target.ownerDocument.createElement('div');
  block.appendChild(note);
  for (const child of childrenOf(target)) note.appendChild(child);
  remove(target);
  return block;
}

function isBackLink(link: HTMLElement, references: readonly HTMLElement[]): boolean {
  const text = link.textContent ?? '';
  if (attribute(link, 'role') === 'doc-backlink') return true;
  return (
    fragmentOf(link) !== '' &&
    (BACK.test(text) ||
      references.some((reference) => linksTo(link, reference)) ||
      (attribute(link, 'href').startsWith('#') && LABEL.test(text.trim())))
  );
}

function removeWithHolder(link: HTMLElement, target: HTMLElement): void {
  const holder = link.parentNode;
  remove(link);
  if (
    isElement(holder) &&
    holder !== target &&
    isBlank(holder.textContent ?? '') &&
    holder.firstElementChild === null
  )
    remove(holder);
}

/** Blanks that were left where a link back was. */
function trimEdges(target: HTMLElement): void {
  let last: Node = target;
  while (last.lastChild !== null) last = last.lastChild;
  if (isText(last)) last.data = last.data.trimEnd();
}

/** The note's own number at its beginning, as it stands in the text. */
function dropLabel(target: HTMLElement, label: string): void {
  let first: Node = target;
  while (first.firstChild !== null) first = first.firstChild;
  while (isText(first) && isBlank(first.data) && isElement(first.nextSibling)) {
    first = first.nextSibling;
    while (first.firstChild !== null) first = first.firstChild;
  }
  if (!isText(first) || label === '') return;
  const bare = label.replace(/[[\]()]/g, '');
  const start = first.data.trimStart();
  const found = [`[${bare}]`, `(${bare})`, `${bare}.`, `${bare})`, `${bare}:`, bare].find(
    (form) => form !== '' && start.startsWith(form),
  );
  if (found === undefined || /^[\p{L}\p{N}]/u.test(start.slice(found.length))) return;
  first.data = start.slice(found.length).replace(/^[\s.:)]+/, '');
}

/** The list that notes were taken from, when nothing is left in it, with the heading and the rule over it. */
function removeEmptied(list: HTMLElement, root: HTMLElement): void {
  let at = list;
  if (at === root || !isBlank(textBesides(at))) return;
  while (isElement(at.parentNode) && at.parentNode !== root && isBlank(textBesides(at.parentNode)))
    at = at.parentNode;
  for (let before = at.previousElementSibling; before !== null; before = at.previousElementSibling) {
    const isOverIt =
      (isHeading(before) || nameOf(before) === 'hr') &&
      (at.nextElementSibling === null ||
        isHeading(at.nextElementSibling) ||
        isNoteBlock(at.nextElementSibling));
    if (!isOverIt) break;
    const wasHeading = isHeading(before);
    remove(before);
    if (wasHeading) break;
  }
  remove(at);
}

const isNoteBlock = (element: Element): boolean =>
  nameOf(element.firstElementChild ?? element) === 'x-footnote';

/** The text of an element, headings and pictures apart. */
function textBesides(element: HTMLElement): string {
  if (
    elementsUnder(element).some((inner) =>
      /^(?:img|x-footnote|table|video|audio|iframe)$/.test(nameOf(inner)),
    )
  )
    return 'more';
  return childrenOf(element)
    .filter((child) => !(isElement(child) && isHeading(child)))
    .map((child) => child.textContent ?? '')
    .join('');
}

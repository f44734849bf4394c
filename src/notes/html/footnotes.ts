import type TurndownService from 'turndown';
import {
  ancestor,
  attribute,
  childElements,
  elementsNamed,
  elementsUnder,
  elementWith,
  hasClass,
  isElement,
  moveChildren,
  nameOf,
  remove,
  textOf,
  newElement,
} from './dom';

/** Ids that pages give to their notes. */
const NOTE_ID =
  /^(?:user-content-|easy-)?(?:_?ftn|fn|footnote|cite_note|note|endnote|en|sdfootnote|_edn|fnt|n)[-_:.]?[A-Za-z0-9-_:.]*\d/i;
const LABEL = /^[[(]?(?:\d{1,3}(?::\d{1,3})?|[a-z]|[*†‡§¶]{1,3}|note \d{1,3}|nb \d{1,3})[\])]?$/iu;
const NOTE_HOLDERS = ['li', 'p', 'dd', 'aside'];

interface Note {
  readonly holder: HTMLElement;
  readonly references: HTMLElement[];
}

/**
 * Replaces clear footnotes by `x-footnote-ref` elements, and their notes by `x-footnote` elements at the end.
 * A footnote is clear if a mark links to a later note that has a note's id or links back. Everything else
 * stays.
 */
export function markFootnotes(root: HTMLElement): void {
  let number = 0;
  const marks = new Map<HTMLElement, string>();
  for (const { holder, references } of notesOf(root)) {
    number += 1;
    const places = new Set(references.flatMap(placesOf));
    for (const link of elementsNamed(holder, 'a')) if (places.has(fragmentOf(link))) remove(link);
    for (const reference of references) replaceReference(reference, String(number), marks);
    const note = newElement(holder, 'x-footnote');
    note.setAttribute('label', String(number));
    moveChildren(holder, note);
    remove(holder);
    const block = newElement(holder, 'div');
    block.appendChild(note);
    root.appendChild(block);
  }
}

function notesOf(root: HTMLElement): readonly Note[] {
  const ids = new Map<string, HTMLElement>();
  const position = new Map<HTMLElement, number>();
  const elements = elementsUnder(root);
  for (const [index, element] of elements.entries()) {
    position.set(element, index);
    const id = attribute(element, 'id') || (nameOf(element) === 'a' ? attribute(element, 'name') : '');
    if (id !== '' && !ids.has(id)) ids.set(id, element);
  }
  const notes = new Map<HTMLElement, Note>();
  const targets = new Map<HTMLElement, ReadonlySet<string>>();
  for (const link of elements) {
    const holder = isReference(link) ? holderOf(link, ids, targets) : null;
    if (holder === null || holder.contains(link)) continue;
    if ((position.get(holder) ?? 0) < (position.get(link) ?? 0)) continue;
    const note = notes.get(holder);
    if (note === undefined) notes.set(holder, { holder, references: [link] });
    else note.references.push(link);
  }
  return [...notes.values()];
}

/** The fragment of a link's address. */
function fragmentOf(link: HTMLElement): string {
  try {
    return decodeURIComponent(/#(.*)$/s.exec(attribute(link, 'href').trim())?.[1] ?? '');
  } catch {
    return '';
  }
}

function isReference(link: HTMLElement): boolean {
  if (nameOf(link) !== 'a' || fragmentOf(link) === '') return false;
  const text = textOf(link).trim();
  const isNamed =
    /^(?:doc-)?noteref$/.test(attribute(link, 'role')) ||
    attribute(link, 'epub:type') === 'noteref' ||
    hasClass(link, /^footnote-?(?:ref(?:erence)?|anchor)$/);
  if (isNamed) return text.length <= 12;
  const isRaised =
    ancestor(link, ['sup']) !== null || childElements(link).some((child) => nameOf(child) === 'sup');
  return LABEL.test(text) && (isRaised || /^[[(]/.test(text));
}

/**
 * The note's element that a link leads to; null unless it clearly is a note. `targets` keeps where the links
 * in each such element lead, because many links may lead to one.
 */
function holderOf(
  link: HTMLElement,
  ids: ReadonlyMap<string, HTMLElement>,
  targets: Map<HTMLElement, ReadonlySet<string>>,
): HTMLElement | null {
  const named = ids.get(fragmentOf(link));
  if (named === undefined) return null;
  const holder = noteAround(named);
  if (holder === null) return null;
  if (NOTE_ID.test(attribute(named, 'id') || attribute(named, 'name'))) return holder;
  const found = targets.get(holder) ?? new Set(elementsNamed(holder, 'a').map(fragmentOf));
  targets.set(holder, found);
  return placesOf(link).some((place) => found.has(place)) ? holder : null;
}

function noteAround(named: HTMLElement): HTMLElement | null {
  if (nameOf(named) === 'div' || NOTE_HOLDERS.includes(nameOf(named))) return named;
  const parent = named.parentNode;
  if (isElement(parent) && hasClass(parent, /^footnote$/)) return parent;
  return ancestor(named, NOTE_HOLDERS);
}

/** The ids by which a link back may name the place of a link. */
function placesOf(link: HTMLElement): readonly string[] {
  const places: string[] = [];
  let at: Node | null = link;
  for (let steps = 0; isElement(at) && steps < 3; steps += 1) {
    places.push(attribute(at, 'id'), attribute(at, 'name'));
    at = at.parentNode;
  }
  return places.filter((place) => place !== '');
}

/** `marks` keeps the texts of raised elements, because one may hold many links. */
function replaceReference(link: HTMLElement, label: string, marks: Map<HTMLElement, string>): void {
  const sup = ancestor(link, ['sup']);
  if (sup !== null && !marks.has(sup)) marks.set(sup, bareText(sup));
  const whole = sup !== null && marks.get(sup) === bareText(link) ? sup : link;
  whole.parentNode?.replaceChild(elementWith(link, 'x-footnote-ref', label), whole);
}

const bareText = (element: HTMLElement): string => textOf(element).replace(/[\s[\]()]/g, '');

export function addFootnoteRules(service: TurndownService): void {
  service.addRule('footnoteReference', {
    filter: (node) => nameOf(node) === 'x-footnote-ref' && /^\d+$/.test(textOf(node)),
    replacement: (_content, node) => `[^${textOf(node)}]`,
  });
  service.addRule('footnote', {
    filter: (node) => nameOf(node) === 'x-footnote' && /^\d+$/.test(attribute(node, 'label')),
    replacement: (content, node) =>
      `\n\n[^${attribute(node, 'label')}]: ${content.trim().replace(/\n(?!\n)/g, '\n    ')}\n\n`,
  });
}

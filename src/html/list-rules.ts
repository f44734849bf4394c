import { attribute, childElements, isElement, nameOf } from './dom';
import { named, type RuleTable } from './text-rules';

const LARGEST = 999_999_999;

const isItem = (node: HTMLElement): boolean => nameOf(node) === 'li';

const whole = (value: string): number | null => (/^\s*\d{1,9}\s*$/.test(value) ? Number(value) : null);

/**
 * The numbers that a browser would show, counted on from the list's start or the last item that says its own. Found once for a
 * list: asking for each item anew would take too long in a long one.
 */
class ItemNumbers {
  private readonly known = new WeakMap<Element, number>();
  private readonly done = new WeakSet<Element>();

  of(item: HTMLElement, list: Element): number {
    if (!this.done.has(list)) {
      this.done.add(list);
      let number = (whole(attribute(list, 'start')) ?? 1) - 1;
      for (const sibling of childElements(list).filter(isItem)) {
        number = whole(attribute(sibling, 'value')) ?? Math.min(number + 1, LARGEST);
        this.known.set(sibling, number);
      }
    }
    return this.known.get(item) ?? 1;
  }
}

function itemOf(content: string, marker: string): string {
  const text = content
    .replace(/^\n+|\s+$/g, '')
    .replace(/^ +/, '')
    .replace(/^(\[[ x]\]) +/, '$1 ');
  if (text === '') return '';
  const indent = ' '.repeat(marker.length + 1);
  const item = `${marker} ${text.replace(/\n(?!\n)/g, `\n${indent}`)}`;
  // An item of several paragraphs stands between blank lines, any other close to its neighbours.
  return /\n\n/.test(text) ? `\n\n${item}\n\n` : `\n${item}\n`;
}

const isInItem = (list: HTMLElement): boolean =>
  isElement(list.parentNode) && ['li', 'dd'].includes(nameOf(list.parentNode));

/** Lists, tasks and definitions. */
export function listRules(): RuleTable {
  const numbers = new ItemNumbers();
  return {
    list: {
      filter: named('ul', 'ol', 'menu', 'dir'),
      replacement: (content, node) =>
        isInItem(node)
          ? `\n${content.replace(/^\n+|\n+$/g, '')}\n`
          : `\n\n${content.replace(/^\n+|\n+$/g, '')}\n\n`,
    },
    item: {
      filter: named('li'),
      replacement: (content, node) => {
        const list = node.parentNode;
        return itemOf(
          content,
          isElement(list) && nameOf(list) === 'ol' ? `${String(numbers.of(node, list))}.` : '-',
        );
      },
    },
    definition: { filter: named('dd'), replacement: (content) => itemOf(content, '-') },
    task: {
      filter: named('input'),
      replacement: (_content, node) => (isTask(node) ? (node.hasAttribute('checked') ? '[x] ' : '[ ] ') : ''),
    },
  };
}

/** Whether a box stands at the beginning of an item. */
function isTask(box: HTMLElement): boolean {
  let at: Node = box;
  while (at.parentNode !== null && nameOf(at) !== 'li') {
    for (let before = at.previousSibling; before !== null; before = before.previousSibling)
      if ((before.textContent ?? '').trim() !== '') return false;
    at = at.parentNode;
  }
  return nameOf(at) === 'li';
}

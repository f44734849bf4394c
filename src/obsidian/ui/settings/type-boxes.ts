import type { SettingDefinitionRender } from 'obsidian';
import { BOOK_CATEGORIES } from '../../../model/model';
import { ROWS, SETTINGS, TYPE_NAMES } from '../../strings/settings-strings';
import { addBox } from '../components/elements';
import { addBoxGroup } from './controls';
import type { PageContext } from './page-context';
import { withValueAt } from './setting-keys';

/** A type of items: a category of documents, of the books that have their highlights, or both. */
interface ItemType {
  readonly name: string;
  readonly book: string | null;
  readonly document: string | null;
}

const BOOKS: readonly string[] = BOOK_CATEGORIES;

const TYPES: readonly ItemType[] = Object.entries(TYPE_NAMES).map(([category, name]) => {
  if (BOOKS.includes(category)) return { name, book: category, document: null };
  const plural = `${category}s`;
  return { name, book: BOOKS.includes(plural) ? plural : null, document: category };
});

/**
 * One row of checkboxes over both lists. A box with a document and a book goes from both over the highlights
 * alone to none; half-ticked it shows which part is synced.
 */
export function typesRow({ store, save }: PageContext): SettingDefinitionRender {
  const isOn = (list: 'bookCategories' | 'documentCategories', category: string | null): boolean =>
    category !== null && store.settings.scope[list].includes(category);
  return {
    ...ROWS.types,
    aliases: TYPES.map(({ name }) => name),
    render: ({ settingEl }) => {
      const boxes = addBoxGroup(settingEl, ROWS.types.name);
      for (const type of TYPES) {
        const { name, book, document } = type;
        const box = addBox(boxes, { text: name, change: () => void change() });
        const text = box.nextElementSibling;
        const draw = (): void => {
          const hasBook = isOn('bookCategories', book);
          const hasDocument = isOn('documentCategories', document);
          const isWhole = (hasBook || book === null) && (hasDocument || document === null);
          box.checked = isWhole;
          box.indeterminate = !isWhole && (hasBook || hasDocument);
          text?.setText(labelOf(name, box.indeterminate, hasBook));
        };
        const change = async (): Promise<void> => {
          const before = {
            book: isOn('bookCategories', book),
            document: isOn('documentCategories', document),
          };
          const next = after(before, type);
          let scope: unknown = store.settings.scope;
          if (book !== null) scope = withValueAt(scope, `bookCategories.${book}`, next.book);
          if (document !== null) scope = withValueAt(scope, `documentCategories.${document}`, next.document);
          await save('scope', scope);
          draw();
        };
        draw();
      }
    },
  };
}

function labelOf(name: string, isHalf: boolean, hasBook: boolean): string {
  if (!isHalf) return name;
  return hasBook ? SETTINGS.highlightsOnly(name) : SETTINGS.documentsOnly(name);
}

interface Parts {
  readonly book: boolean;
  readonly document: boolean;
}

/** Both → highlights only → none → both. */
function after({ book, document }: Parts, type: ItemType): Parts {
  if (type.book === null) return { book, document: !document };
  if (book) return { book: document, document: false };
  return { book: true, document: type.document !== null };
}

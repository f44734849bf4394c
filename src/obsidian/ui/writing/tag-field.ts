import type { TagEdits } from '../../../model/outbox';
import { characterCount } from '../../../readwise/requests';
import { FIELDS } from '../../strings/writing-field-strings';
import { describe, nextId, showLeft } from './fields';

export interface TagFieldOptions {
  readonly label: string;
  readonly tags: readonly string[];
  /** The most characters of one tag. */
  readonly limit: number;
  /** The tags that are there can get another name. */
  readonly canRename?: boolean;
  /** Called with all tags, also with one that is still being typed, and with those that got another name. */
  readonly onChange: (tags: readonly string[], renamed: TagEdits['rename']) => void;
}

export interface TagField {
  readonly isTooLong: () => boolean;
  /** Tags to complete what is typed. */
  readonly addKnown: (tags: readonly string[]) => void;
}

interface ListedTag {
  name: string;
  /** The name that it came with; null for one that was typed. */
  readonly was: string | null;
}

/** Adds a list of tags that can be renamed and removed, and a field for new ones. */
export function tagField(container: HTMLElement, options: TagFieldOptions): TagField {
  return new TagList(container, options);
}

class TagList implements TagField {
  private tags: readonly ListedTag[];
  private readonly listEl: HTMLElement;
  private readonly inputEl: HTMLInputElement;
  private readonly knownEl: HTMLElement;
  private readonly countEl: HTMLElement;
  private readonly listId = nextId();

  constructor(
    container: HTMLElement,
    private readonly options: TagFieldOptions,
  ) {
    const el = container.createDiv('florilegium-field');
    const labelEl = el.createEl('label');
    labelEl.createSpan({ text: options.label });
    this.listEl = el.createEl('ul', { cls: 'florilegium-tags' });
    this.inputEl = labelEl.createEl('input', {
      type: 'text',
      attr: { list: this.listId, placeholder: FIELDS.addTag, autocomplete: 'off' },
    });
    this.knownEl = el.createEl('datalist', { attr: { id: this.listId } });
    this.countEl = describe(this.inputEl, el);
    this.inputEl.addEventListener('input', () => this.changed(this.inputEl));
    this.inputEl.addEventListener('keydown', (event) => this.addTyped(event));
    this.tags = options.tags.map((name) => ({ name, was: name }));
    for (const tag of this.tags) this.draw(tag);
    this.listEl.toggle(this.tags.length > 0);
  }

  isTooLong(): boolean {
    return this.names().some((name) => characterCount(name) > this.options.limit);
  }

  addKnown(names: readonly string[]): void {
    const shown = new Set([...this.knownEl.children].map((option) => option.getAttribute('value')));
    for (const name of names)
      if (!shown.has(name)) {
        shown.add(name);
        this.knownEl.createEl('option', { attr: { value: name } });
      }
  }

  private names(): readonly string[] {
    const names = [...this.tags.map(({ name }) => name), this.inputEl.value.trim()];
    return [...new Set(names)].filter((name) => name !== '');
  }

  /** @param typedEl the field that was typed in */
  private changed(typedEl: HTMLInputElement): void {
    const { limit, onChange } = this.options;
    const text = typedEl.value.trim();
    if (characterCount(text) > limit) showLeft({ inputEl: typedEl, countEl: this.countEl, text, limit });
    else {
      this.countEl.empty();
      typedEl.setAttr('aria-invalid', 'false');
    }
    const renamed = this.tags.flatMap(({ name, was }) =>
      was === null || was === name ? [] : [{ from: was, to: name }],
    );
    onChange(this.names(), renamed);
  }

  private addTyped(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.isComposing || this.isTooLong()) return;
    event.preventDefault();
    const name = this.inputEl.value.trim();
    this.inputEl.value = '';
    if (name !== '' && !this.tags.some((tag) => tag.name === name)) {
      const tag = { name, was: null };
      this.tags = [...this.tags, tag];
      this.draw(tag);
      this.listEl.toggle(true);
    }
    this.changed(this.inputEl);
  }

  private draw(tag: ListedTag): void {
    const item = this.listEl.createEl('li');
    const remove = createEl('button', { text: '×', attr: { 'aria-label': FIELDS.removeTag(tag.name) } });
    if (this.options.canRename === true && tag.was !== null)
      this.addName(item, tag, () => remove.setAttr('aria-label', FIELDS.removeTag(tag.name)));
    else item.createSpan({ text: tag.name, attr: { dir: 'auto' } });
    item.append(remove);
    remove.addEventListener('click', () => {
      this.tags = this.tags.filter((each) => each !== tag);
      item.remove();
      this.listEl.toggle(this.tags.length > 0);
      this.inputEl.focus();
      this.changed(this.inputEl);
    });
  }

  /** Adds a button with the name, which becomes a field for another name. */
  private addName(item: HTMLElement, tag: ListedTag, onRenamed: () => void): void {
    const button = item.createEl('button', { cls: 'florilegium-tag-name', attr: { dir: 'auto' } });
    const inputEl = item.createEl('input', {
      type: 'text',
      attr: { 'aria-label': FIELDS.newName(tag.name), dir: 'auto', list: this.listId },
    });
    const show = (isTyping: boolean): void => {
      button.setText(tag.name);
      button.setAttr('aria-label', FIELDS.renameTag(tag.name));
      button.toggle(!isTyping);
      inputEl.toggle(isTyping);
    };
    show(false);
    button.addEventListener('click', () => {
      inputEl.value = tag.name;
      show(true);
      inputEl.focus();
      inputEl.select();
    });
    inputEl.addEventListener('input', () => {
      const name = inputEl.value.trim();
      tag.name = name === '' ? (tag.was ?? '') : name;
      onRenamed();
      this.changed(inputEl);
    });
    inputEl.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.isComposing) return;
      event.preventDefault();
      show(false);
      button.focus();
    });
    inputEl.addEventListener('blur', () => show(false));
  }
}

import { Setting, type App } from 'obsidian';
import type { TagEdits } from '../../../model/outbox';
import { characterCount } from '../../../readwise/requests';
import { FIELDS } from '../../strings/form-strings';
import { describe, showLeft } from './typed-fields';
import { TagSuggest, type KnownTags } from './tag-suggest';

export interface TagFieldOptions {
  readonly label: string;
  readonly tags: readonly string[];
  /** The most characters of one tag. */
  readonly limit: number;
  /** The tags that are there can get another name. */
  readonly canRename?: boolean;
  /** Tags that complete what is typed. */
  readonly known: KnownTags;
  /** Shows under the field what the tags mean. */
  readonly below?: (el: HTMLElement, names: readonly string[]) => void;
  readonly changed: () => void;
}

interface ListedTag {
  name: string;
  /** The name that it came with; null for one that was typed. */
  readonly was: string | null;
}

/** A list of tags that can be renamed and removed, and a field for new ones. */
export class TagField {
  private listed: readonly ListedTag[];
  private readonly listEl: HTMLElement;
  private readonly inputEl: HTMLInputElement;
  private readonly countEl: HTMLElement;
  private readonly belowEl: HTMLElement;

  constructor(
    app: App,
    container: HTMLElement,
    private readonly options: TagFieldOptions,
  ) {
    const { label, known, tags } = options;
    const { controlEl, settingEl } = new Setting(container).setName(label);
    this.listEl = controlEl.createEl('ul', { cls: 'florilegium-tags' });
    const attr = { 'aria-label': label, placeholder: FIELDS.addTag, autocomplete: 'off' };
    this.inputEl = controlEl.createEl('input', { type: 'text', attr });
    this.countEl = describe(this.inputEl, settingEl);
    this.belowEl = settingEl.createDiv('florilegium-form-below');
    new TagSuggest(app, this.inputEl, async () => (await known()).filter((name) => !this.has(name))).onSelect(
      (name) => this.add(name),
    );
    this.inputEl.addEventListener('input', () => this.typedIn(this.inputEl));
    this.inputEl.addEventListener('keydown', (event) => this.press(event));
    this.listed = tags.map((name) => ({ name, was: name }));
    for (const tag of this.listed) this.draw(tag);
    this.listEl.toggle(this.listed.length > 0);
    options.below?.(this.belowEl, tags);
  }

  get isTooLong(): boolean {
    return this.names.some((name) => characterCount(name) > this.options.limit);
  }

  /** All tags, also one that is still being typed. */
  get names(): readonly string[] {
    const names = [...this.listed.map(({ name }) => name), this.inputEl.value.trim()];
    return [...new Set(names)].filter((name) => name !== '');
  }

  get renamed(): TagEdits['rename'] {
    return this.listed.flatMap(({ name, was }) =>
      was === null || was === name ? [] : [{ from: was, to: name }],
    );
  }

  private has(name: string): boolean {
    return this.listed.some((tag) => tag.name === name);
  }

  private typedIn(inputEl: HTMLInputElement): void {
    const { below, limit } = this.options;
    const text = inputEl.value.trim();
    if (characterCount(text) > limit) showLeft({ inputEl, countEl: this.countEl, text, limit });
    else {
      this.countEl.empty();
      inputEl.setAttr('aria-invalid', 'false');
    }
    this.belowEl.empty();
    below?.(this.belowEl, this.names);
    this.options.changed();
  }

  private press(event: KeyboardEvent): void {
    // Enter may have taken what was offered.
    if (event.defaultPrevented || !isPlainEnter(event)) return;
    event.preventDefault();
    if (!this.isTooLong) this.add(this.inputEl.value.trim());
  }

  private add(name: string): void {
    this.inputEl.value = '';
    if (name !== '' && !this.has(name)) {
      const tag = { name, was: null };
      this.listed = [...this.listed, tag];
      this.draw(tag);
      this.listEl.toggle(true);
    }
    // As if it were typed, so that what is offered for the earlier text goes.
    this.inputEl.dispatchEvent(new Event('input'));
  }

  private draw(tag: ListedTag): void {
    const item = this.listEl.createEl('li');
    const remove = createEl('button', { text: '×', attr: { 'aria-label': FIELDS.removeTag(tag.name) } });
    if (this.options.canRename === true && tag.was !== null)
      this.addName(item, tag, () => remove.setAttr('aria-label', FIELDS.removeTag(tag.name)));
    else item.createSpan({ text: tag.name, attr: { dir: 'auto' } });
    item.append(remove);
    remove.addEventListener('click', () => {
      this.listed = this.listed.filter((each) => each !== tag);
      item.remove();
      this.listEl.toggle(this.listed.length > 0);
      this.inputEl.focus();
      this.typedIn(this.inputEl);
    });
  }

  /** Adds a button with the name, which becomes a field for another name. */
  private addName(item: HTMLElement, tag: ListedTag, renamed: () => void): void {
    const button = item.createEl('button', { cls: 'florilegium-tag-name', attr: { dir: 'auto' } });
    const inputEl = item.createEl('input', {
      type: 'text',
      attr: { 'aria-label': FIELDS.newName(tag.name), dir: 'auto' },
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
      renamed();
      this.typedIn(inputEl);
    });
    inputEl.addEventListener('keydown', (event) => {
      if (!isPlainEnter(event)) return;
      event.preventDefault();
      show(false);
      button.focus();
    });
    // A name that cannot be sent stays a field, to which the form leads.
    inputEl.addEventListener('blur', () => show(characterCount(tag.name) > this.options.limit));
  }
}

/** Not the Enter that ends what an input method composes, or that sends the form. */
const isPlainEnter = ({ key, isComposing, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  key === 'Enter' && !isComposing && !ctrlKey && !metaKey;

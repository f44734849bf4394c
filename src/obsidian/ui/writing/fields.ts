import { characterCount } from '../../../readwise/requests';
import { FIELDS } from '../../strings/writing-field-strings';

export interface TextFieldOptions {
  readonly label: string;
  readonly value: string;
  /** The most characters that the service takes; without it, none are counted. */
  readonly limit?: number;
  /** How many lines are shown; 1 if not given. */
  readonly rows?: number;
  /** Why it cannot be changed. The field is shown, but takes no text. */
  readonly fixed?: string | null;
  readonly onChange: (value: string) => void;
}

export interface TextField {
  readonly inputEl: HTMLTextAreaElement;
  /** Below the field, for what belongs to it. */
  readonly belowEl: HTMLElement;
  readonly isTooLong: () => boolean;
}

export interface TagFieldOptions {
  readonly label: string;
  readonly tags: readonly string[];
  /** Tags that complete what is typed. */
  readonly known: readonly string[];
  /** The most characters of one tag. */
  readonly limit?: number;
  /** Called with all tags, also with one that is still being typed. */
  readonly onChange: (tags: readonly string[]) => void;
}

export interface TagField {
  readonly inputEl: HTMLInputElement;
  readonly isTooLong: () => boolean;
  /** More tags to complete what is typed, for what is known later. */
  readonly addKnown: (tags: readonly string[]) => void;
}

let idCount = 0;

function nextId(): string {
  idCount += 1;
  return `florilegium-field-${String(idCount)}`;
}

/** Adds a text area with the count of characters that are left. */
export function textField(container: HTMLElement, options: TextFieldOptions): TextField {
  const { label, value, limit, rows = 1, fixed = null, onChange } = options;
  const el = container.createDiv('florilegium-field');
  const labelEl = el.createEl('label');
  labelEl.createSpan({ text: label });
  const inputEl = labelEl.createEl('textarea', { attr: { rows, dir: 'auto' } });
  inputEl.value = value;
  inputEl.disabled = fixed !== null;
  const countEl = describe(inputEl, el);
  const isTooLong = (): boolean => limit !== undefined && characterCount(inputEl.value) > limit;
  const count = (): void => showLeft({ inputEl, countEl, text: inputEl.value, limit });
  inputEl.addEventListener('input', () => {
    count();
    onChange(inputEl.value);
  });
  if (fixed === null) count();
  else countEl.setText(fixed);
  return { inputEl, belowEl: el.createDiv(), isTooLong };
}

/** Adds a list of tags that can be removed, and a field for new ones. */
export function tagField(container: HTMLElement, options: TagFieldOptions): TagField {
  const { label, limit, onChange } = options;
  const el = container.createDiv('florilegium-field');
  const id = nextId();
  const labelEl = el.createEl('label');
  labelEl.createSpan({ text: label });
  const listEl = el.createEl('ul', { cls: 'florilegium-tags' });
  const inputEl = labelEl.createEl('input', {
    type: 'text',
    attr: { list: id, placeholder: FIELDS.addTag, autocomplete: 'off' },
  });
  const knownEl = el.createEl('datalist', { attr: { id } });
  const countEl = describe(inputEl, el);
  let tags = [...options.tags];
  const typed = (): string => inputEl.value.trim();
  const isTooLong = (): boolean =>
    limit !== undefined && [...tags, typed()].some((tag) => characterCount(tag) > limit);
  const changed = (): void => {
    if (isTooLong()) showLeft({ inputEl, countEl, text: typed(), limit });
    else countEl.empty();
    onChange(withTag(tags, typed()));
  };
  const draw = (): void => {
    listEl.empty();
    listEl.toggle(tags.length > 0);
    for (const tag of tags) {
      const item = listEl.createEl('li');
      item.createSpan({ text: tag, attr: { dir: 'auto' } });
      const remove = item.createEl('button', { text: '×', attr: { 'aria-label': FIELDS.removeTag(tag) } });
      remove.addEventListener('click', () => {
        tags = tags.filter((each) => each !== tag);
        draw();
        inputEl.focus();
        changed();
      });
    }
  };
  const addKnown = (names: readonly string[]): void => {
    const shown = new Set([...knownEl.children].map((option) => option.getAttribute('value')));
    for (const name of names) if (!shown.has(name)) knownEl.createEl('option', { attr: { value: name } });
  };
  inputEl.addEventListener('input', changed);
  inputEl.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing || isTooLong()) return;
    event.preventDefault();
    tags = withTag(tags, typed());
    inputEl.value = '';
    draw();
    changed();
  });
  draw();
  addKnown(options.known);
  return { inputEl, isTooLong, addKnown };
}

const withTag = (tags: readonly string[], tag: string): string[] =>
  tag === '' || tags.includes(tag) ? [...tags] : [...tags, tag];

/** Adds a line that a screen reader reads with the field. */
function describe(inputEl: HTMLElement, container: HTMLElement): HTMLElement {
  const id = nextId();
  inputEl.setAttr('aria-describedby', id);
  return container.createDiv({ cls: 'florilegium-field-count', attr: { id } });
}

interface Counted {
  readonly inputEl: HTMLElement;
  readonly countEl: HTMLElement;
  readonly text: string;
  readonly limit: number | undefined;
}

function showLeft({ inputEl, countEl, text, limit }: Counted): void {
  if (limit === undefined) return;
  const left = limit - characterCount(text);
  countEl.setText(left < 0 ? FIELDS.tooLong(-left) : FIELDS.left(left));
  countEl.toggleClass('florilegium-problem', left < 0);
  inputEl.setAttr('aria-invalid', String(left < 0));
}

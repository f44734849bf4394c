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

let idCount = 0;

/** An id for an element of a field. */
export function nextId(): string {
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

/** Adds a line that a screen reader reads with the field. */
export function describe(inputEl: HTMLElement, container: HTMLElement): HTMLElement {
  const id = nextId();
  inputEl.setAttr('aria-describedby', id);
  return container.createDiv({ cls: 'florilegium-field-count', attr: { id } });
}

export interface Counted {
  readonly inputEl: HTMLElement;
  readonly countEl: HTMLElement;
  readonly text: string;
  readonly limit: number | undefined;
}

/** Shows how many characters are left in the last tenth of the limit, or how many are too many. */
export function showLeft({ inputEl, countEl, text, limit }: Counted): void {
  if (limit === undefined) return;
  const left = limit - characterCount(text);
  countEl.setText(leftText(left, limit));
  countEl.toggleClass('florilegium-problem', left < 0);
  inputEl.setAttr('aria-invalid', String(left < 0));
}

function leftText(left: number, limit: number): string {
  if (left < 0) return FIELDS.tooLong(-left);
  return left <= limit / 10 ? FIELDS.left(left) : '';
}

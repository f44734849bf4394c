import type { ButtonComponent } from 'obsidian';
import { addButton, type ButtonOptions, named, openNote } from '../components/elements';
import type { PluginContext } from '../../app/plugin-context';
import { MORE } from '../../strings/strings';

let sections = 0;

export interface SectionOptions {
  /** Gets the focus when the section is hidden. */
  readonly fallback: HTMLElement;
  /** Closed at first. */
  readonly isFolded?: boolean;
  /** Under another heading. */
  readonly isNested?: boolean;
  /** Only screen readers tell the title. */
  readonly isTitleSpoken?: boolean;
}

/** A section of the pane. It is redrawn only when its data changes. */
export class Section {
  readonly element: HTMLElement;
  private readonly body: HTMLElement;
  private readonly heading: HTMLElement;
  private readonly fallback: HTMLElement;
  private drawn: string | null = null;
  /** Name of the last focused control: a button loses the focus while it is disabled. */
  private last: string | null = null;
  /** Keys of the details that are open. */
  private readonly opened = new Set<string>();

  constructor(
    parent: HTMLElement,
    { fallback, isFolded = false, isNested = false, isTitleSpoken = false }: SectionOptions,
  ) {
    sections += 1;
    const id = `florilegium-section-${String(sections)}`;
    this.fallback = fallback;
    this.element = parent.createEl(isFolded ? 'details' : 'section', {
      cls: isFolded ? 'florilegium-pane-fold' : 'florilegium-pane-section',
      attr: { 'aria-labelledby': id },
    });
    this.heading = isFolded
      ? this.element.createEl('summary', { attr: { id } })
      : this.element.createEl(isNested ? 'h5' : 'h4', { attr: { id, tabindex: -1 } });
    if (isTitleSpoken) this.heading.addClass('florilegium-spoken');
    this.body = this.element.createDiv();
    this.body.addEventListener('focusin', () => (this.last = this.focusedName()));
    this.body.addEventListener(
      'focusout',
      ({ relatedTarget }) => (this.last = relatedTarget === null ? this.last : null),
    );
    this.hide();
  }

  get isShown(): boolean {
    return this.drawn !== null;
  }

  /**
   * Redraws if `data` changed; hides it without a title. The focus stays on the control of the same name, or goes
   * to the heading.
   */
  draw(title: string | null, data: unknown, fill: (body: HTMLElement) => void): void {
    if (title === null) {
      this.hide();
      return;
    }
    const serialized = JSON.stringify([title, data]);
    if (serialized === this.drawn) return;
    this.drawn = serialized;
    this.element.show();
    this.heading.setText(title);
    const focused = this.focusedName();
    this.last = null;
    this.body.empty();
    fill(this.body);
    if (focused !== null) this.focusAgain(focused);
  }

  /** Shows nothing of it, until it is drawn again. */
  hide(): void {
    const hadFocus = this.focusedName() !== null;
    this.drawn = null;
    this.last = null;
    this.body.empty();
    this.element.hide();
    if (hadFocus) this.fallback.focus({ preventScroll: true });
  }

  /** Adds details that stay open across redraws. */
  details(
    parent: HTMLElement,
    { key, summary }: { readonly key: string; readonly summary: string },
    fill: (body: HTMLElement) => void,
  ): void {
    const element = parent.createEl('details', { cls: 'florilegium-pane-details' });
    element.createEl('summary', { text: summary, attr: { dir: 'auto' } });
    let isFilled = false;
    const show = (): void => {
      if (!isFilled) fill(element.createDiv());
      isFilled = true;
    };
    element.open = this.opened.has(key);
    if (element.open) show();
    element.addEventListener('toggle', () => {
      if (element.open) this.opened.add(key);
      else this.opened.delete(key);
      if (element.open) show();
    });
  }

  private focusedName(): string | null {
    const { activeElement, body } = this.body.ownerDocument;
    if (activeElement === body) return this.last;
    return activeElement !== null && this.body.contains(activeElement) ? nameOf(activeElement) : null;
  }

  private focusAgain(name: string): void {
    const controls = [...this.body.querySelectorAll<HTMLElement>('button, summary, a, input')];
    const again = controls.find((control) => nameOf(control) === name);
    // A disabled control gets the focus back in a later redraw.
    if (again !== undefined) this.last = name;
    (again ?? this.heading).focus({ preventScroll: true });
  }
}

const nameOf = (element: Element): string => element.getAttribute('aria-label') ?? element.textContent;

export const buttonRow = (parent: HTMLElement): HTMLElement =>
  parent.createDiv({ cls: 'florilegium-pane-buttons' });

/** Adds a button; `label` is for screen readers, when the text alone is unclear. */
export const addAction = (
  row: HTMLElement,
  { onError }: PluginContext,
  { text, act, label }: Pick<ButtonOptions, 'text' | 'act' | 'label'>,
): ButtonComponent => addButton({ controlEl: row }, { text, act, onError, ...(label ? { label } : {}) });

/** Draws the first entries into a list, and says how many there are besides. A list under its heading needs no label. */
export function drawList<Entry>(
  parent: HTMLElement,
  {
    entries,
    label,
    most = 100,
  }: { readonly entries: readonly Entry[]; readonly label?: string; readonly most?: number },
  draw: (line: HTMLElement, entry: Entry) => void,
): void {
  const list = parent.createEl('ul', { cls: 'florilegium-pane-list' });
  if (label !== undefined) named(list, label);
  for (const entry of entries.slice(0, most)) draw(list.createEl('li', { attr: { dir: 'auto' } }), entry);
  if (entries.length > most) list.createEl('li', { text: MORE(entries.length - most) });
}

/** Adds a button with a note's name that opens the note; only the name where there is no such note. */
export function addNoteLink(
  parent: HTMLElement,
  { app, onError }: PluginContext,
  path: string,
  text: string,
): void {
  if (app.vault.getFileByPath(path) === null) {
    parent.createSpan({ cls: 'florilegium-pane-name', text, attr: { dir: 'auto' } });
    return;
  }
  const link = parent.createEl('button', {
    cls: 'florilegium-pane-link',
    text,
    attr: { title: path, dir: 'auto' },
  });
  link.addEventListener('click', () => void openNote(app, path).catch(onError));
}

import type { ButtonComponent } from 'obsidian';
import { addButton, type ButtonOptions, openNote } from '../components/elements';
import type { PluginContext } from '../../app/plugin-context';

let sections = 0;

/** A section of the view. It is redrawn only when its data changes. */
export class Section {
  private readonly element: HTMLElement;
  private readonly body: HTMLElement;
  private readonly heading: HTMLElement;
  private drawn: string | null = null;
  /** Name of the last focused control: a button loses the focus while it is disabled. */
  private last: string | null = null;
  /** Keys of the details that are open. */
  private readonly opened = new Set<string>();

  /** `fallback` gets the focus when the section is hidden. */
  constructor(
    parent: HTMLElement,
    title: string,
    private readonly fallback: HTMLElement | null = null,
  ) {
    sections += 1;
    const id = `florilegium-section-${String(sections)}`;
    this.element = parent.createEl('section', {
      cls: 'florilegium-sync-status-section',
      attr: { 'aria-labelledby': id },
    });
    this.heading = this.element.createEl('h4', { text: title, attr: { id, tabindex: -1 } });
    this.body = this.element.createDiv();
    this.body.addEventListener('focusin', () => (this.last = this.focusedName()));
    this.body.addEventListener(
      'focusout',
      ({ relatedTarget }) => (this.last = relatedTarget === null ? this.last : null),
    );
  }

  /** Redraws if `data` changed. The focus stays on the control of the same name, or goes to the heading. */
  draw(data: unknown, fill: (body: HTMLElement) => void): void {
    const serialized = JSON.stringify(data);
    if (serialized === this.drawn) return;
    this.drawn = serialized;
    this.element.show();
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
    if (hadFocus) this.fallback?.focus({ preventScroll: true });
  }

  /** Adds details that stay open across redraws. */
  details(
    parent: HTMLElement,
    { key, summary }: { readonly key: string; readonly summary: string },
    fill: (body: HTMLElement) => void,
  ): void {
    const element = parent.createEl('details', { cls: 'florilegium-sync-status-details' });
    element.createEl('summary', { text: summary, attr: { dir: 'auto' } });
    let isFilled = false;
    const show = (): void => {
      if (isFilled) return;
      isFilled = true;
      fill(element.createDiv());
    };
    if (this.opened.has(key)) {
      element.open = true;
      show();
    }
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
  parent.createDiv({ cls: 'florilegium-sync-status-buttons' });

export const addSectionButton = (row: HTMLElement, options: ButtonOptions): ButtonComponent =>
  addButton({ controlEl: row }, options);

/** Adds a button with a note's name that opens the note. */
export function addNoteLink(
  parent: HTMLElement,
  {
    path,
    text,
    context: { app, onError },
  }: { readonly path: string; readonly text: string; readonly context: PluginContext },
): void {
  const link = parent.createEl('button', {
    cls: 'florilegium-sync-status-link',
    text,
    attr: { title: path, dir: 'auto' },
  });
  link.addEventListener('click', () => void openNote(app, path).catch(onError));
}

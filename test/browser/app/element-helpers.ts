interface ElementOptions {
  readonly cls?: string | readonly string[];
  readonly text?: string | DocumentFragment;
  readonly attr?: Readonly<Record<string, string | number | boolean | null>>;
  readonly href?: string;
  readonly type?: string;
}

type ElementInfo = ElementOptions | string | undefined;

const XHTML = 'http://www.w3.org/1999/xhtml' as const;

function makeElement(tag: string, info: ElementInfo): HTMLElement {
  const options = typeof info === 'string' ? { cls: info } : (info ?? {});
  const element = document.createElementNS(XHTML, tag);
  const classes = typeof options.cls === 'string' ? options.cls.split(' ') : (options.cls ?? []);
  element.classList.add(...classes.filter((name) => name !== ''));
  if (options.text !== undefined) element.append(options.text);
  if (options.href !== undefined) element.setAttribute('href', options.href);
  if (options.type !== undefined) element.setAttribute('type', options.type);
  setAttributes(element, options.attr ?? {});
  return element;
}

function setAttributes(
  element: Element,
  attributes: Readonly<Record<string, string | number | boolean | null>>,
): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, String(value));
  }
}

const nodeHelpers = {
  createEl(this: Node, tag: string, info?: ElementInfo): HTMLElement {
    const element = makeElement(tag, info);
    this.appendChild(element);
    return element;
  },
  createDiv(this: Node, info?: ElementInfo): HTMLElement {
    return nodeHelpers.createEl.call(this, 'div', info);
  },
  createSpan(this: Node, info?: ElementInfo): HTMLElement {
    return nodeHelpers.createEl.call(this, 'span', info);
  },
  appendText(this: Node, text: string): void {
    this.appendChild(document.createTextNode(text));
  },
  empty(this: Node): void {
    while (this.firstChild !== null) this.removeChild(this.firstChild);
  },
};

const elementHelpers = {
  setText(this: Element, text: string | DocumentFragment): void {
    this.replaceChildren(text);
  },
  addClass(this: Element, ...names: string[]): void {
    this.classList.add(...names);
  },
  removeClass(this: Element, ...names: string[]): void {
    this.classList.remove(...names);
  },
  toggleClass(this: Element, names: string | readonly string[], value: boolean): void {
    for (const name of typeof names === 'string' ? [names] : names) this.classList.toggle(name, value);
  },
  setAttr(this: Element, name: string, value: string | number | boolean | null): void {
    setAttributes(this, { [name]: value });
  },
  setAttrs(this: Element, attributes: Readonly<Record<string, string | number | boolean | null>>): void {
    setAttributes(this, attributes);
  },
};

const htmlHelpers = {
  setCssProps(this: HTMLElement, properties: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(properties)) this.style.setProperty(name, value);
  },
  show(this: HTMLElement): void {
    this.removeAttribute('hidden');
  },
  hide(this: HTMLElement): void {
    this.setAttribute('hidden', '');
  },
  isShown(this: HTMLElement): boolean {
    return this.offsetParent !== null;
  },
  toggle(this: HTMLElement, isShown: boolean): void {
    this.toggleAttribute('hidden', !isShown);
  },
};

/** Puts the app's helpers on the document's own classes, as the app does. */
export function installElementHelpers(): void {
  Object.assign(Node.prototype, nodeHelpers);
  Object.assign(Element.prototype, elementHelpers);
  Object.assign(HTMLElement.prototype, htmlHelpers);
  Object.assign(window, {
    activeWindow: window,
    createFragment: (): DocumentFragment => new DocumentFragment(),
    createEl: makeElement,
    createDiv: (info?: ElementInfo): HTMLElement => makeElement('div', info),
    createSpan: (info?: ElementInfo): HTMLElement => makeElement('span', info),
  });
}

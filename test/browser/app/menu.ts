/** An entry of a menu, made by `Menu.addItem`. */
class MenuItem {
  title = '';
  section = '';
  click: (event: MouseEvent | KeyboardEvent) => unknown = () => undefined;

  setTitle(title: string): this {
    this.title = title;
    return this;
  }

  setIcon(_icon: string | null): this {
    return this;
  }

  setSection(section: string): this {
    this.section = section;
    return this;
  }

  onClick(callback: (event: MouseEvent | KeyboardEvent) => unknown): this {
    this.click = callback;
    return this;
  }
}

/** A context menu. Any click closes it. */
export class Menu {
  private readonly items: MenuItem[] = [];

  addItem(make: (item: MenuItem) => unknown): this {
    const item = new MenuItem();
    make(item);
    this.items.push(item);
    return this;
  }

  showAtMouseEvent(event: MouseEvent): this {
    event.preventDefault();
    return this.showAtPosition({ x: event.clientX, y: event.clientY });
  }

  showAtPosition({ x, y }: { readonly x: number; readonly y: number }): this {
    const menu = document.body.createDiv({ cls: 'menu', attr: { role: 'menu' } });
    menu.style.left = `${String(x)}px`;
    menu.style.top = `${String(y)}px`;
    for (const [index, item] of this.items.entries()) {
      if (index > 0 && this.items[index - 1]?.section !== item.section) menu.createDiv('menu-separator');
      menu
        .createDiv({ cls: 'menu-item', text: item.title, attr: { role: 'menuitem' } })
        .addEventListener('click', item.click);
    }
    window.setTimeout(() => document.addEventListener('click', () => menu.remove(), { once: true }));
    return this;
  }
}

/** Where a link is to be opened, by what is held down with a click or a key. */
export const Keymap = {
  isModEvent: (event?: MouseEvent | KeyboardEvent | null): boolean | 'tab' =>
    event?.ctrlKey === true || event?.metaKey === true ? 'tab' : false,
};

import { Menu } from 'obsidian';

export interface MenuEntry {
  readonly icon: string;
  readonly title: string;
  readonly act: () => unknown;
}

/** Shows a menu under the button that opens it. What is chosen begins with the focus on that, and windows give it back. */
export function showMenu(
  button: HTMLElement,
  entries: readonly MenuEntry[],
  onError: (error: unknown) => void,
): void {
  const menu = new Menu();
  for (const { icon, title, act } of entries) {
    const run = async (): Promise<void> => {
      button.focus();
      await act();
    };
    menu.addItem((item) =>
      item
        .setIcon(icon)
        .setTitle(title)
        .onClick(() => void run().catch(onError)),
    );
  }
  const { left: x, bottom: y } = button.getBoundingClientRect();
  menu.showAtPosition({ x, y });
}

interface BoxOptions {
  readonly text: string;
  readonly cls?: string;
  readonly isOn?: boolean;
  readonly change: (isOn: boolean) => void;
}

/** A box to tick, with its text beside it. */
export function addBox(
  container: HTMLElement,
  { text, cls = '', isOn = false, change }: BoxOptions,
): HTMLInputElement {
  const label = container.createEl('label', { cls });
  const box = label.createEl('input', { type: 'checkbox' });
  label.createSpan({ text, attr: { dir: 'auto' } });
  box.checked = isOn;
  box.addEventListener('change', () => change(box.checked));
  return box;
}

/** For a box that stands for several: ticked when all of them are, and half ticked when some are. */
export function showShare(
  box: HTMLInputElement,
  { ticked, of }: { readonly ticked: number; readonly of: number },
): void {
  box.checked = ticked === of;
  box.indeterminate = ticked > 0 && ticked < of;
}

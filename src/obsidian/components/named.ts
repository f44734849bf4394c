let names = 0;

/** Names a part of a window for screen readers: not by a label of its own, of which the app makes a tooltip all over the part. */
export function named(part: HTMLElement, name: string): HTMLElement {
  names += 1;
  const id = `florilegium-name-${String(names)}`;
  part.parentElement?.createSpan({ attr: { id, hidden: true, 'aria-label': name } });
  part.setAttr('aria-labelledby', id);
  return part;
}

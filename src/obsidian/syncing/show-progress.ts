const SAID_EACH_MS = 15_000;

const saidAt = new WeakMap<HTMLElement, number>();

/** Shows in a status how far something is: seen each time, and heard four times a minute at most, so that a screen reader gets to its end. */
export function showProgress(status: HTMLElement, text: string): void {
  const now = performance.now();
  const last = saidAt.get(status);
  if (last === undefined || now - last >= SAID_EACH_MS) {
    saidAt.set(status, now);
    status.setText(text);
    return;
  }
  status.empty();
  status.createSpan({ text, attr: { 'aria-hidden': true } });
}

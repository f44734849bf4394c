/** One screen of the guided start. */
export interface StartStep {
  readonly heading: string;
  /** Text of the button that goes on, where it is more than the next step. */
  readonly goOn?: string;
  draw(container: HTMLElement): void;
  /** Shows the settings as they are now; called with each change while the step is open. */
  follow?(): void;
  /** Whether the person may go on; the step shows what is in the way. */
  leave?(): Promise<boolean>;
  close?(): void;
}

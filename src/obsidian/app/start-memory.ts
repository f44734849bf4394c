import type { App } from 'obsidian';
import { isObject } from '../../model/collections';

const KEY = 'florilegium-start';

/** Where a person is with setting up, on this device and in this vault. */
export interface StartState {
  /** The step to go on with, from 0. */
  readonly step: number;
  /** They do not want to be asked by the plugin any more. */
  readonly isDismissed: boolean;
  /** The sample library was written here. */
  readonly hasSample: boolean;
  /**
   * Something comes before the first sync, so that it waits for their word; null: they have neither begun to
   * set up nor asked for one.
   */
  readonly isUnderWay: boolean | null;
}

const FRESH: StartState = { step: 0, isDismissed: false, hasSample: false, isUnderWay: null };

export function readStart(app: App): StartState {
  const stored: unknown = app.loadLocalStorage(KEY);
  if (!isObject(stored)) return FRESH;
  const step: unknown = Reflect.get(stored, 'step');
  const isUnderWay: unknown = Reflect.get(stored, 'isUnderWay');
  return {
    step: typeof step === 'number' && Number.isInteger(step) && step > 0 ? step : 0,
    isDismissed: Reflect.get(stored, 'isDismissed') === true,
    hasSample: Reflect.get(stored, 'hasSample') === true,
    isUnderWay: typeof isUnderWay === 'boolean' ? isUnderWay : null,
  };
}

export const rememberStart = (app: App, change: Partial<StartState>): void =>
  app.saveLocalStorage(KEY, { ...readStart(app), ...change });

/** The person has asked for a sync: from now on they may begin by themselves. */
export function concludeStart(app: App): void {
  if (readStart(app).isUnderWay !== false) rememberStart(app, { isUnderWay: false });
}

/** One screen of the guided start. */
export interface StartStep {
  readonly heading: string;
  /** Text of the button that goes on, where it is more than the next step. */
  readonly goOn?: string;
  draw(container: HTMLElement): void;
  /** Whether the person may go on; the step shows what is in the way. */
  leave?(): Promise<boolean>;
  close?(): void;
}

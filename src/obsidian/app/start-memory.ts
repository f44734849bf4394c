import type { App } from 'obsidian';
import { isObject } from '../../model/collections';
import { DEVICE_KEYS } from '../state/device-keys';

const KEY = DEVICE_KEYS.start;

/** How far the guided start has got, on this device and in this vault. */
export interface StartState {
  /** The step to continue with, from 0. */
  readonly step: number;
  /** The user does not want the offer to be shown again. */
  readonly isDismissed: boolean;
  /** True: automatic syncs wait for the setup. Null: no setup was started and no sync requested. */
  readonly isUnderWay: boolean | null;
}

const INITIAL: StartState = { step: 0, isDismissed: false, isUnderWay: null };

export function readStart(app: App): StartState {
  const stored: unknown = app.loadLocalStorage(KEY);
  if (!isObject(stored)) return INITIAL;
  const step: unknown = Reflect.get(stored, 'step');
  const isUnderWay: unknown = Reflect.get(stored, 'isUnderWay');
  return {
    step: typeof step === 'number' && Number.isInteger(step) && step > 0 ? step : 0,
    isDismissed: Reflect.get(stored, 'isDismissed') === true,
    isUnderWay: typeof isUnderWay === 'boolean' ? isUnderWay : null,
  };
}

export const rememberStart = (app: App, change: Partial<StartState>): void =>
  app.saveLocalStorage(KEY, { ...readStart(app), ...change });

/** After the user has asked for a sync, automatic syncs may run. */
export function endGuidedStart(app: App): void {
  if (readStart(app).isUnderWay !== false) rememberStart(app, { isUnderWay: false });
}

export interface StartStep {
  readonly heading: string;
  /** Text of the button to the next step, when it is not "Next". */
  readonly nextLabel?: string;
  draw(container: HTMLElement): void;
  /** Whether the next step may be shown; the step itself shows what is missing. */
  leave?(): Promise<boolean>;
  close?(): void;
}

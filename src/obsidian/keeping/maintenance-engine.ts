import type { LibraryCheck } from '../../features/check/finding';
import type { NoteLook } from '../../merge/diff/text-diff';
import type { LeavingPlan, LeavingResult } from '../../features/unmark/remove-marks';

export interface WorkOptions {
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
}

export interface LeavingRequest {
  /** Null: all notes. */
  readonly paths: readonly string[] | null;
  readonly keepsAnchors: boolean;
}

/** Looks after the library: what is not in order, and how a person leaves. */
export interface MaintenanceEngine {
  check(options: {
    readonly signal: AbortSignal;
    readonly progress: (done: number) => void;
  }): Promise<LibraryCheck>;
  /** What a note would be without its marks; null where it is gone. `linked`: as the plan has it. */
  lookAtLeaving(
    path: string,
    options: { readonly linked: ReadonlySet<string>; readonly keepsAnchors: boolean },
  ): Promise<NoteLook | null>;
  planLeaving(request: LeavingRequest, options: WorkOptions): Promise<LeavingPlan>;
  removeMarks(request: LeavingRequest, options: WorkOptions): Promise<LeavingResult>;
  forgetState(): Promise<void>;
}

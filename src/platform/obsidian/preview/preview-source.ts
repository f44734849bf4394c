import type { NoteLook } from '../../../core/diff/text-diff';
import type { Choice } from '../../../core/plan/choice';
import type { SyncReport } from '../../../core/report';
import type { Reporter } from '../../../ports';

/** Where a plan that a person looks at comes from. Nothing but `apply` writes into the vault. */
export interface PreviewSource {
  plan(options: { readonly signal: AbortSignal; readonly reporter: Reporter }): Promise<SyncReport>;
  /** Plans one note of it once more, and tells how its text would change; null: it would not, any more. */
  look(noteKey: string): Promise<NoteLook | null>;
  /** Does what was chosen, in its turn. */
  apply(choice: Choice): void;
}

import { ProblemError } from '../../model/problem';
import type { TemplateMistake } from '../../model/template-mistake';
import type { PropertyValue } from '../front-matter/front-matter';
import type { Item } from '../../model/model';
import type { FieldSettings } from './item-fields';

export interface RenderedBlock {
  /** Without the caret: `rw512001`. */
  readonly anchor: string;
  /** Markdown without anchor and outer blank lines, with all code fences closed. */
  readonly text: string;
}

/** A rendered note. Depends only on the item and the settings. */
export interface RenderedNote {
  /** In the template's order, without identity and empty values, but with those that are declared empty. */
  readonly properties: readonly (readonly [name: string, value: PropertyValue])[];
  readonly header: string;
  /** Whether the header may list the highlights, so that it changes with them. */
  readonly listsHighlights?: boolean;
  readonly blocks: readonly RenderedBlock[];
}

/** Rendering failed for an item, for example because a partial named by a value is missing. */
export class TemplateError extends ProblemError {
  override readonly name = 'TemplateError';

  constructor(template: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super({ code: 'template-failed', template, reason }, { cause });
  }
}

export interface RenderOptions {
  /** What fields are; by default in UTC and plain. */
  readonly settings?: FieldSettings;
  /** Called between blocks, to yield to the app, because a book may have thousands of highlights. */
  readonly pace?: { yieldIfDue(): Promise<void> } | undefined;
}

/** A compiled template. */
export interface NoteTemplate {
  readonly name: string;
  /** Depends on the item and the settings alone. Rejects with `TemplateError`. */
  render(item: Item, options?: RenderOptions): Promise<RenderedNote>;
}

/** An error keeps a template from being used. A warning tells of what will not come out right. */
export type Severity = 'error' | 'warning';

export interface TemplateProblem {
  readonly severity: Severity;
  readonly template: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
  readonly mistake: TemplateMistake;
}

export type CompileResult =
  | { readonly ok: true; readonly template: NoteTemplate; readonly warnings: readonly TemplateProblem[] }
  | { readonly ok: false; readonly problems: readonly TemplateProblem[] };

import { outboxReasonText } from '../../../messages/outbox-messages';
import { Pace } from '../../../model/pace';
import type { StateStore } from '../../../model/ports';
import type { Change, OutboxEntry, TagEdits, Values } from '../../../model/outbox';
import { changesNothing, problemOfChange, withoutUnchanged } from '../../../outbox/check-change';
import { tagEdits } from '../../../outbox/compare';
import type { AddResult } from '../../../outbox/waiting-changes';
import { targetOf } from '../../../outbox/targets';
import { recordOf, tagsOfItems } from '../../../store/library';
import type { PluginContext } from '../../app/plugin-context';
import { Fields, type Field } from '../parts/typed-fields';
import { FormWindow } from '../parts/form-window';
import { TagField, type TagFieldOptions } from '../parts/tag-field';
import type { KnownTags } from '../parts/tag-suggest';

/** A part of a form: a field, the tags, fields that are folded, or a text. */
export type Part =
  | Field
  | ({ readonly type: 'tags' } & Omit<TagFieldOptions, 'known' | 'changed'>)
  | { readonly type: 'fold'; readonly label: string; readonly fields: readonly Field[] }
  | { readonly type: 'says'; readonly text: string }
  /** What the change is about, in the words of its author. */
  | { readonly type: 'passage'; readonly text: string }
  /** What follows from the values, and is looked up after each change of them. */
  | { readonly type: 'follows'; readonly text: (typed: Typed) => Promise<string> };

/** What stands in a form. */
export interface Typed {
  readonly values: Readonly<Record<string, string>>;
  readonly tags: readonly string[];
  readonly tagEdits: TagEdits;
}

export interface ChangeFormOptions {
  readonly title: string;
  readonly send: string;
  readonly cancel: string;
  readonly parts: readonly Part[];
  /** The change that the values make; null when they make none. */
  readonly change: (typed: Typed) => Change | null;
  /** What Readwise has, as far as this device knows. */
  readonly base: Values;
  /** What is edited: the tags in its note are offered, too. */
  readonly of?: string;
  /** Resolves to why the change was refused. */
  readonly ask: (change: Change, typed: Typed) => Promise<string | null>;
}

/** Asks for the values of a change. What Readwise would refuse is said before it is sent. */
export function openChangeForm(context: PluginContext, options: ChangeFormOptions): void {
  new ChangeForm(context, options).open();
}

class ChangeForm {
  private readonly form: FormWindow;
  private readonly fields = new Fields(() => this.changed());
  private tags: TagField | null = null;
  /** Look up what follows from the values. */
  private readonly followers: (() => Promise<void>)[] = [];

  constructor(
    private readonly context: PluginContext,
    private readonly options: ChangeFormOptions,
  ) {
    this.form = new FormWindow(context, {
      ...options,
      problem: () => this.problem(),
      act: () => this.ask(),
    });
    for (const part of options.parts) this.add(part);
    this.changed();
  }

  open(): void {
    this.form.open();
  }

  private changed(): void {
    this.form.check();
    for (const follow of this.followers) follow().catch(this.context.onError);
  }

  private addFollower(el: HTMLElement, textOf: (typed: Typed) => Promise<string>): void {
    let latest = 0;
    this.followers.push(async () => {
      latest += 1;
      const run = latest;
      const text = await textOf(this.typed());
      if (run === latest) el.setText(text);
    });
  }

  private add(part: Part): void {
    const { context, fields, form, options } = this;
    const { contentEl } = form;
    switch (part.type) {
      case 'says':
        contentEl.createEl('p', { text: part.text });
        return;
      case 'passage':
        if (part.text === '') return;
        contentEl.createEl('blockquote', {
          text: part.text,
          cls: 'florilegium-writing-passage',
          attr: { dir: 'auto' },
        });
        return;
      case 'follows':
        this.addFollower(contentEl.createEl('p', { attr: { role: 'status', dir: 'auto' } }), part.text);
        return;
      case 'fold':
        addFold(contentEl, part, fields);
        return;
      case 'tags': {
        const known = offeredTags(context, { signal: form.closed.signal, of: options.of });
        this.tags = new TagField(context.app, contentEl, { ...part, known, changed: () => this.changed() });
        return;
      }
      case 'line':
      case 'text':
      case 'choice':
      case 'radio':
      case 'color':
        fields.add(contentEl, part);
    }
  }

  private typed(): Typed {
    const { base } = this.options;
    const names = this.tags?.names ?? base.tags;
    return {
      values: this.fields.values,
      tags: names,
      tagEdits: tagEdits(base.tags, names, this.tags?.renamed ?? []),
    };
  }

  /** Null while there is nothing to send. */
  private change(): Change | null {
    const { base } = this.options;
    const change = this.options.change(this.typed());
    if (change === null || !('fields' in change)) return change;
    const edit = withoutUnchanged(change, base);
    if (changesNothing(edit)) return null;
    return this.fields.hasEmptied ? { ...edit, confirmedEmpty: true } : edit;
  }

  private problem(): string | null {
    const change = this.change();
    if (change === null || this.fields.isBlocked || this.tags?.isTooLong === true) return '';
    const reason = problemOfChange(change, this.options.base);
    return reason === null ? null : outboxReasonText(reason);
  }

  private async ask(): Promise<string | null> {
    const change = this.change();
    return change === null ? null : this.options.ask(change, this.typed());
  }
}

/** Stores a change and sends it. `seen`: the values that the person saw in the window. */
export const askFor =
  ({ outbox }: PluginContext, seen?: Values) =>
  async (change: Change): Promise<string | null> =>
    refusalOf(await outbox.ask(change, seen));

/** Puts a change in the place of one that waits, and sends it. */
export const replace =
  ({ outbox }: PluginContext, waiting: OutboxEntry) =>
  async (change: Change): Promise<string | null> =>
    refusalOf(await outbox.replace(waiting, change));

const refusalOf = (added: AddResult): string | null => (added.ok ? null : outboxReasonText(added.reason));

/** Adds fields that most people leave as they are. */
export function addFold(
  container: HTMLElement,
  { label, fields }: Omit<Extract<Part, { type: 'fold' }>, 'type'>,
  drawn: Fields,
): void {
  const fold = container.createEl('details');
  fold.createEl('summary', { text: label, attr: { dir: 'auto' } });
  for (const field of fields) drawn.add(fold, field);
}

/** Tags in the same note, those of books and documents, and those of Reader, as they become known. */
export function offeredTags(
  context: PluginContext,
  { signal, of }: { readonly signal: AbortSignal; readonly of?: string | undefined },
): KnownTags {
  const names = new Set<string>();
  const add = (found: readonly string[]): void => found.forEach((name) => names.add(name));
  const read = async (): Promise<void> => {
    if (of !== undefined) add(await context.withState((state) => tagsBeside(state, of)));
    const pace = new Pace(context.host.clock, signal);
    add(await context.withState((state) => tagsOfItems(state, pace)));
    add(await context.tags.names());
  };
  read().catch((error: unknown) => {
    if (!signal.aborted) context.onError(error);
  });
  return () => [...names];
}

/** The tags of an item and of its highlights. */
async function tagsBeside(state: StateStore, id: string): Promise<readonly string[]> {
  const target = await targetOf(state, id);
  const record = target === null ? null : await recordOf(state, target.itemKey);
  if (record === null) return [];
  const { book, document, highlights, documentHighlights } = record;
  return [book, document, ...highlights, ...documentHighlights].flatMap((owner) => owner?.tags ?? []);
}

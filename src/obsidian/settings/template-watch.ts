import type { TAbstractFile } from 'obsidian';
import type { ItemRecord } from '../../model/record';
import type { Failure } from '../../model/report';
import { previewItem, type ItemPreview } from '../../sync/plan/preview-item';
import { exampleItems } from './example-items';
import type { PageContext } from './page-context';
import { chosenFiles } from './template-files';

const QUIET_MS = 150;

type Listener = (preview: ItemPreview) => void;

/** Renders one item again whenever a template or the settings change, for all rows of the page that want to know. */
export class TemplateWatch {
  private record: ItemRecord | null = null;
  private readonly listeners = new Set<Listener>();
  private last: ItemPreview | null = null;
  private timer = 0;
  private latest = 0;
  private stop: () => void = () => undefined;

  constructor(private readonly context: PageContext) {}

  /** Answers with what ends the listening. */
  listen(listener: Listener): () => void {
    if (this.listeners.size === 0) this.start();
    this.listeners.add(listener);
    if (this.last !== null) listener(this.last);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.stop();
    };
  }

  /** The item that is shown. */
  get item(): ItemRecord | null {
    return this.record;
  }

  show(record: ItemRecord): void {
    this.record = record;
    this.renew();
  }

  private start(): void {
    const { app, store } = this.context;
    const mayMatter = (file: TAbstractFile, oldPath = ''): void => {
      if ([file.path, oldPath].some((path) => this.isTemplate(path))) this.renewSoon();
    };
    const { vault } = app;
    const events = [
      vault.on('modify', mayMatter),
      vault.on('create', mayMatter),
      vault.on('delete', mayMatter),
      vault.on('rename', mayMatter),
    ];
    const stopListening = store.onChange(() => this.renewSoon());
    this.stop = () => {
      for (const event of events) vault.offref(event);
      stopListening();
      window.clearTimeout(this.timer);
    };
    this.renew();
  }

  /** Partials stand in the folder of the templates. */
  private isTemplate(path: string): boolean {
    const { settings } = this.context.store;
    return path.startsWith(`${settings.templates.folder}/`) || chosenFiles(settings).includes(path);
  }

  private renewSoon(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.renew(), QUIET_MS);
  }

  private renew(): void {
    this.render().catch(this.context.failed);
  }

  private async render(): Promise<void> {
    const { engine, store } = this.context;
    this.record ??= (await exampleItems(this.context, 1))[0] ?? null;
    const { record } = this;
    if (record === null) return;
    const run = (this.latest += 1);
    const { settings } = store;
    const preview = await engine.withBoth((both) =>
      previewItem({ ...engine.host, ...both }, { record, settings }),
    );
    // Another item may have been chosen meanwhile, or the template been changed again.
    if (run !== this.latest) return;
    this.last = preview;
    for (const listener of this.listeners) listener(preview);
  }
}

/** What is wrong with the template at this path, or with a partial that it calls. */
export const problemsAt = ({ failures }: ItemPreview, choice: string): readonly Failure[] =>
  failures.filter(({ id, path }) => path === choice || id === choice);

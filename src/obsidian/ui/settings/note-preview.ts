import { Component, MarkdownRenderer, type App, type Setting, type SettingDefinitionGroup } from 'obsidian';
import type { ItemRecord } from '../../../model/record';
import type { Settings } from '../../../model/settings';
import { titleOf } from '../../../notes/names/naming';
import { splitNote } from '../../../notes/note/note';
import { problemMessage } from '../../../messages/messages';
import { recordOf } from '../../../store/library';
import { previewItem, type ItemPreview, type PreviewedNote } from '../../../features/preview/preview-item';
import { addButton, named } from '../components/elements';
import { ChoiceModal } from '../windows/choice-modal';
import { labelled, type PageContext } from './page-context';
import { SAMPLE_ITEM } from './sample-item';
import { PREVIEW } from '../../strings/settings-strings';

const RENDER_AFTER_MS = 150;
/** An item can have a note for each highlight. */
const MOST_NOTES = 5;

/** Shows an item's rendered notes, as text or as Obsidian displays them, without writing them. */
export class NoteView {
  private component: Component | null = null;

  constructor(
    private readonly app: App,
    private readonly view: HTMLElement,
    label: string,
  ) {
    view.setAttrs({ role: 'region', tabindex: 0 });
    named(view, label);
  }

  async show(
    { notes, failures }: ItemPreview,
    { isRendered }: { readonly isRendered: boolean },
  ): Promise<void> {
    const { view } = this;
    this.close();
    view.empty();
    const component = new Component();
    component.load();
    this.component = component;
    for (const { problem } of failures)
      view.createEl('p', { cls: 'florilegium-problem', text: problemMessage(problem) });
    if (notes?.length === 0) view.createEl('p', { text: PREVIEW.leftOut });
    for (const { path, text } of (notes ?? []).slice(0, MOST_NOTES)) {
      view.createDiv({ cls: 'florilegium-preview-path', text: path, attr: { dir: 'auto' } });
      if (isRendered) await this.render({ path, text }, component);
      else view.createEl('pre', { text, attr: { dir: 'auto' } });
    }
  }

  close(): void {
    this.component?.unload();
    this.component = null;
  }

  private async render({ path, text }: PreviewedNote, component: Component): Promise<void> {
    const rendered = this.view.createDiv({ cls: 'markdown-rendered', attr: { dir: 'auto' } });
    await MarkdownRenderer.render(this.app, splitNote(text).body, rendered, path, component);
  }
}

type Listener = (preview: ItemPreview) => void;

/** The preview on the notes page: any item, rendered again when settings or notes change. */
export class NotePreview {
  private item: ItemRecord | null = null;
  private last: ItemPreview | null = null;
  private isRendered = false;
  private readonly listeners = new Set<Listener>();
  private timer = 0;
  private latest = 0;
  private stop: () => void = () => undefined;

  constructor(
    private readonly context: PageContext,
    /** The settings, with what is typed but not saved yet. */
    private readonly settings: () => Settings,
  ) {}

  group(): SettingDefinitionGroup {
    return {
      type: 'group',
      heading: PREVIEW.heading,
      items: [
        { ...PREVIEW.item, searchable: false, render: (setting) => this.renderItem(setting) },
        { ...PREVIEW.rendered, searchable: false, render: (setting) => this.renderToggle(setting) },
        { name: PREVIEW.heading, searchable: false, render: (setting) => this.renderView(setting) },
      ],
    };
  }

  /** Calls back with the preview, now and after each change. Returns a function that stops this. */
  listen(listener: Listener): () => void {
    if (this.listeners.size === 0) this.start();
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.stop();
    };
  }

  renewSoon(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.renew().catch(this.context.onError), RENDER_AFTER_MS);
  }

  private start(): void {
    const { app, store } = this.context;
    const event = app.vault.on('modify', () => this.renewSoon());
    const stopFollowing = store.onChange(() => this.renewSoon());
    this.stop = () => {
      app.vault.offref(event);
      stopFollowing();
      window.clearTimeout(this.timer);
    };
    this.renewSoon();
  }

  private async renew(): Promise<void> {
    const { engine, library } = this.context;
    this.item ??= await library.first();
    const run = (this.latest += 1);
    const record = this.item;
    const preview = await engine.withBoth((both) =>
      previewItem({ ...engine.host, ...both }, { record, settings: this.settings() }),
    );
    // Another item or other settings may have been chosen meanwhile.
    if (run !== this.latest) return;
    this.publish(preview);
  }

  private publish(preview: ItemPreview): void {
    this.last = preview;
    for (const listener of this.listeners) listener(preview);
  }

  private renderItem(setting: Setting): () => void {
    addButton(setting, {
      text: PREVIEW.choose,
      label: PREVIEW.chooseItem,
      act: () => this.choose(),
      onError: this.context.onError,
    });
    return this.listen(() => {
      if (this.item !== null) setting.setDesc(nameOf(this.item));
    });
  }

  private renderToggle(setting: Setting): void {
    setting.addToggle((toggle) =>
      labelled(toggle, PREVIEW.rendered.name)
        .setValue(this.isRendered)
        .onChange((isOn) => {
          this.isRendered = isOn;
          if (this.last !== null) this.publish(this.last);
        }),
    );
  }

  private renderView({ settingEl }: Setting): () => void {
    settingEl.empty();
    settingEl.addClass('florilegium-preview');
    const view = new NoteView(this.context.app, settingEl.createDiv(), PREVIEW.heading);
    const stop = this.listen((preview) => {
      view.show(preview, { isRendered: this.isRendered }).catch(this.context.onError);
    });
    return () => {
      stop();
      view.close();
    };
  }

  private async choose(): Promise<void> {
    const { app, engine, library, onError } = this.context;
    const entries = await library.all();
    if (entries === null) return;
    const ofLibrary = entries.map(({ key, facts: { title, authors } }) => ({
      name: [title, ...authors.slice(0, 1)].join(' · '),
      open: () => engine.withState((state) => recordOf(state, key)),
    }));
    const sample = { name: nameOf(SAMPLE_ITEM), open: () => Promise.resolve(SAMPLE_ITEM) };
    const show = async (record: Promise<ItemRecord | null>): Promise<void> => {
      this.item = (await record) ?? this.item;
      this.renewSoon();
    };
    new ChoiceModal(app, {
      question: PREVIEW.which,
      items: ofLibrary.length > 0 ? ofLibrary : [sample],
      nameOf: ({ name }) => name,
      choose: ({ open }) => void show(open()).catch(onError),
    }).open();
  }
}

function nameOf(record: ItemRecord): string {
  const title = titleOf(record);
  return record === SAMPLE_ITEM ? PREVIEW.sample(title) : title;
}

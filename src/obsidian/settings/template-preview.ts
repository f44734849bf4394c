import { Component, MarkdownRenderer, type DropdownComponent, type Setting, type SettingDefinitionGroup } from 'obsidian';
import { problemMessage } from '../../messages';
import { titleOf } from '../../notes/names/naming';
import type { ItemRecord } from '../../model/record';
import { splitNote } from '../../notes/note/note';
import { recordOf } from '../../store/item-records';
import type { ItemPreview, PreviewedNote } from '../../sync/plan/preview-item';
import { ChoiceModal } from '../ui/windows/choice-modal';
import { named } from '../ui/elements';
import { PREVIEW } from './settings-strings';
import { addButton, labelled, type PageContext } from './page-context';
import { SAMPLES } from './sample-items';
import type { TemplateWatch } from './template-watch';

/** Shows the notes that any item would get, as text or as the app shows them. */
export class TemplatePreview {
  private isRendered = false;
  private part = 0;
  private preview: ItemPreview | null = null;
  private view: HTMLElement | null = null;
  private parts: DropdownComponent | null = null;
  private drawn: Component | null = null;

  constructor(
    private readonly context: PageContext,
    private readonly watch: TemplateWatch,
  ) {}

  group(): SettingDefinitionGroup {
    return {
      type: 'group',
      heading: PREVIEW.heading,
      items: [
        {
          name: PREVIEW.item.name,
          desc: PREVIEW.item.desc,
          searchable: false,
          render: (setting) => this.renderItem(setting),
        },
        { ...PREVIEW.rendered, searchable: false, render: (setting) => this.renderToggle(setting) },
        { name: PREVIEW.heading, searchable: false, render: (setting) => this.renderView(setting) },
      ],
    };
  }

  private renderItem(setting: Setting): () => void {
    addButton(setting, {
      text: PREVIEW.choose,
      label: PREVIEW.chooseItem,
      act: () => this.choose(),
      failed: this.context.failed,
    });
    return this.watch.listen(() => {
      const { item } = this.watch;
      if (item !== null) setting.setDesc(nameOf(item));
    });
  }

  private renderToggle(setting: Setting): void {
    setting.addDropdown((parts) => {
      this.parts = parts;
      parts.selectEl.setAttr('aria-label', PREVIEW.part);
      parts.onChange((part) => {
        this.part = Number(part);
        this.draw();
      });
    });
    setting.addToggle((toggle) =>
      labelled(toggle, PREVIEW.rendered.name)
        .setValue(this.isRendered)
        .onChange((isOn) => {
          this.isRendered = isOn;
          this.draw();
        }),
    );
  }

  private renderView(setting: Setting): () => void {
    setting.settingEl.empty();
    setting.settingEl.addClass('florilegium-preview');
    this.view = named(
      setting.settingEl.createDiv({ attr: { role: 'region', tabindex: 0 } }),
      PREVIEW.heading,
    );
    const stop = this.watch.listen((preview) => {
      this.preview = preview;
      this.draw();
    });
    return () => {
      stop();
      this.drawn?.unload();
    };
  }

  private async choose(): Promise<void> {
    const { app, engine, index, failed } = this.context;
    const entries = await index.all();
    if (entries === null) return;
    const ofLibrary = entries.map(({ key, facts: { title, authors } }): Choice => ({
      name: [title, ...authors.slice(0, 1)].join(' · '),
      open: () => engine.withState((state) => recordOf(state, key)),
    }));
    const samples = SAMPLES.map((record): Choice => ({
      name: nameOf(record),
      open: () => Promise.resolve(record),
    }));
    const take = async ({ open }: Choice): Promise<void> => {
      const record = await open();
      if (record === null) return;
      // Meanwhile another of its notes may have been chosen.
      if (record.key !== this.watch.item?.key) this.part = 0;
      this.watch.show(record);
    };
    const items = entries.length > 0 ? ofLibrary : samples;
    new ChoiceModal(app, {
      question: PREVIEW.which,
      items,
      nameOf: ({ name }) => name,
      choose: (choice) => void take(choice).catch(failed),
    }).open();
  }

  private draw(): void {
    const { preview, view } = this;
    if (preview === null || view === null) return;
    this.drawn?.unload();
    const notes = preview.notes ?? [];
    const shown = Math.min(this.part, Math.max(0, notes.length - 1));
    this.offerParts(notes, shown);
    view.empty();
    const note = notes[shown];
    for (const { problem } of preview.failures)
      view.createEl('p', { cls: 'florilegium-problem', text: problemMessage(problem) });
    if (note !== undefined) this.drawNote(view, note);
    else if (preview.notes !== null) view.createEl('p', { text: PREVIEW.leftOut });
  }

  /** An item may have several notes. */
  private offerParts(notes: readonly PreviewedNote[], shown: number): void {
    if (this.parts === null) return;
    this.parts.selectEl.empty();
    this.parts.selectEl.toggle(notes.length > 1);
    for (const [index, { path }] of notes.entries())
      this.parts.addOption(String(index), path.slice(path.lastIndexOf('/') + 1, -'.md'.length));
    this.parts.setValue(String(shown));
  }

  private drawNote(view: HTMLElement, { path, text }: PreviewedNote): void {
    view.createDiv({ cls: 'florilegium-preview-path', text: path, attr: { dir: 'auto' } });
    if (!this.isRendered) {
      view.createEl('pre', { text, attr: { dir: 'auto' } });
      return;
    }
    const { yaml, body } = splitNote(text);
    view.createEl('pre', { text: yaml ?? '', attr: { dir: 'auto' } });
    const component = new Component();
    component.load();
    this.drawn = component;
    const rendered = view.createDiv({ cls: 'markdown-rendered', attr: { dir: 'auto' } });
    MarkdownRenderer.render(this.context.app, body, rendered, path, component).catch(this.context.failed);
  }
}

const nameOf = (record: ItemRecord): string =>
  SAMPLES.includes(record) ? PREVIEW.sample(titleOf(record)) : titleOf(record);

/** An item to choose from. */
interface Choice {
  readonly name: string;
  readonly open: () => Promise<ItemRecord | null>;
}

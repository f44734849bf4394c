import { ITEM_KINDS } from '../../core/library/item-kind';
import { normalizePath, type App, type Setting, type SettingDefinitionControl, type SettingDefinitionPage } from 'obsidian';
import type { ItemKind } from '../../core/library/model';
import { KIND_NAMES, SETTINGS } from './strings';

export const BUILT_IN = 'built-in';

/** A sample item as its note would be written, or what is wrong with the template. */
export type TemplateLook = { readonly ok: true; readonly note: string } | { readonly ok: false; readonly problems: readonly string[] };

export interface TemplatePageOptions {
  readonly app: App;
  /** The setting for a kind: `built-in` or a path in the vault. */
  readonly templateOf: (kind: ItemKind) => string;
  /** Puts the built-in template into a note, if there is none yet, and chooses it. */
  readonly copyBuiltIn: (kind: ItemKind) => Promise<void>;
  /** Answers with what stops the listening. */
  readonly onSettingsChange: (listener: () => void) => () => void;
  /** `source` is the template's text, or null for the built-in one. */
  readonly previewTemplate: (kind: ItemKind, source: string | null) => TemplateLook;
}

/** The page where each kind of item gets its template: the built-in one, or a note of the vault, with a look at the outcome. */
export function templatePage(options: TemplatePageOptions): SettingDefinitionPage {
  return {
    type: 'page',
    name: SETTINGS.templates.name,
    desc: SETTINGS.templates.desc,
    items: [
      { type: 'group', heading: SETTINGS.templateFile.heading, items: ITEM_KINDS.map((kind) => fileRow(kind, options)) },
      {
        type: 'group',
        heading: SETTINGS.preview.heading,
        items: [{ name: SETTINGS.preview.name, desc: SETTINGS.preview.desc, searchable: false, render: (setting) => renderPreview(setting, options) }],
      },
    ],
  };
}

function fileRow(kind: ItemKind, options: TemplatePageOptions): SettingDefinitionControl {
  return {
    name: KIND_NAMES[kind],
    control: {
      type: 'file',
      key: `templates.${kind}`,
      placeholder: SETTINGS.templateFile.placeholder,
      filter: (file) => file.extension === 'md',
      validate: async (path) => {
        const look = await lookOf(kind, path === '' ? BUILT_IN : path, options);
        return look.ok ? undefined : look.problems.join(' ');
      },
    },
  };
}

/** Reads the template and renders the sample item with it. */
async function lookOf(kind: ItemKind, template: string, { app, previewTemplate }: TemplatePageOptions): Promise<TemplateLook> {
  if (template === BUILT_IN) return previewTemplate(kind, null);
  const file = app.vault.getFileByPath(normalizePath(template));
  if (file === null) return { ok: false, problems: [SETTINGS.templateMissing(template)] };
  return previewTemplate(kind, await app.vault.cachedRead(file));
}

/** Stays current while the template is edited in another pane, or another one is chosen. */
function renderPreview(setting: Setting, options: TemplatePageOptions): () => void {
  let kind: ItemKind = 'book';
  setting.settingEl.addClass('florilegium-preview');
  const text = setting.settingEl.createEl('pre', { attr: { role: 'region', tabindex: 0, 'aria-label': SETTINGS.preview.heading } });
  const draw = async (): Promise<void> => {
    const look = await lookOf(kind, options.templateOf(kind), options);
    text.setText(look.ok ? look.note : look.problems.join('\n'));
    text.toggleClass('mod-problem', !look.ok);
  };
  setting.addDropdown((dropdown) => {
    dropdown.selectEl.setAttr('aria-label', SETTINGS.preview.name);
    for (const each of ITEM_KINDS) dropdown.addOption(each, KIND_NAMES[each]);
    dropdown.onChange((chosen) => {
      kind = ITEM_KINDS.find((each) => each === chosen) ?? kind;
      void draw();
    });
  });
  setting.addButton((button) => button.setButtonText(SETTINGS.preview.copy).setTooltip(SETTINGS.preview.copyHint).onClick(() => options.copyBuiltIn(kind)));
  void draw();
  const { vault } = options.app;
  const event = vault.on('modify', () => void draw());
  const stopListening = options.onSettingsChange(() => void draw());
  return () => {
    vault.offref(event);
    stopListening();
  };
}

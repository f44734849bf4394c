import type {
  SettingDefinitionControl,
  SettingDefinitionGroup,
  SettingDefinitionItem,
  SettingDefinitionPage,
  SettingDefinitionRender,
} from 'obsidian';
import { parseSettings } from '../../../model/settings';
import { addButton, addBox, named } from '../components/elements';
import { completeTags } from '../components/tag-completion';
import { PREVIEW } from '../../strings/window-strings';
import { PreviewModal } from '../windows/preview-modal';
import { renderingPreview } from '../windows/preview-source';
import type { SettingsStore } from '../../state/settings-store';
import type { PageContext } from './page-context';
import { splitList, valueAt, withValueAt } from './setting-keys';
import { CHANGES } from '../../strings/settings-strings';

/** Name and description of a row. */
export interface Text {
  readonly name: string;
  readonly desc?: string;
}

type Names = Readonly<Record<string, string>>;

export const page = (
  { name, desc }: Required<Text>,
  items: SettingDefinitionItem[],
): SettingDefinitionPage => ({ type: 'page', name, desc, items });

/** A row whose value Obsidian draws and saves, by its key (see setting-keys.ts). */
export const toggle = (key: string, texts: Text): SettingDefinitionControl => ({
  ...texts,
  control: { type: 'toggle', key },
});

export const choice = (
  key: string,
  { choices, ...texts }: Text & { readonly choices: Names },
): SettingDefinitionControl => ({ ...texts, control: { type: 'dropdown', key, options: { ...choices } } });

/** A text field; invalid text is not saved, and the row shows why. */
export const text = (
  store: SettingsStore,
  key: string,
  texts: Text,
  placeholder = '',
): SettingDefinitionControl => ({
  ...texts,
  control: { type: 'text', key, placeholder, validate: validator(store, key) },
});

export const folder = (
  store: SettingsStore,
  key: string,
  texts: Text,
  placeholder = '',
): SettingDefinitionControl => ({
  ...texts,
  control: { type: 'folder', key, placeholder, validate: validator(store, key) },
});

export const number = (
  store: SettingsStore,
  key: string,
  texts: Text,
  step: number | 'any',
): SettingDefinitionControl => ({
  ...texts,
  control: { type: 'number', key, min: 0, step, validate: validator(store, key) },
});

const validator =
  (store: SettingsStore, key: string) =>
  (value: unknown): string | undefined => {
    const result = parseSettings(withValueAt(store.settings, key, value));
    if (result.ok) return undefined;
    const problem = result.problems.join('; ').replace(`${key}: `, '');
    return problem.charAt(0).toUpperCase() + problem.slice(1);
  };

/** A row for tags that are typed with commas between them, and completed with those of Reader. */
export const tagList = (
  { store, engine, onError }: PageContext,
  key: string,
  texts: Text,
): SettingDefinitionRender => ({
  ...texts,
  render: (setting) => {
    const value = valueAt(store.settings, key);
    const save = (typed: string): Promise<void> =>
      store.save(withValueAt(store.settings, key, splitList(typed))).catch(onError);
    setting.addText((input) => {
      input.inputEl.setAttr('aria-label', texts.name);
      input.setValue(Array.isArray(value) ? value.join(', ') : '').onChange((typed) => void save(typed));
      completeTags(input.inputEl, { names: () => engine.tags.names(), onError });
    });
  },
});

/** A row with a checkbox for each possible member of a list. */
export const boxes = (
  { store, onError }: Pick<PageContext, 'store' | 'onError'>,
  key: string,
  { names, ...texts }: Text & { readonly names: Names },
): SettingDefinitionRender => ({
  ...texts,
  aliases: Object.values(names),
  render: ({ settingEl }) =>
    addBoxes(settingEl, {
      label: texts.name,
      names,
      chosen: valueAt(store.settings, key),
      change: (member, isOn) =>
        void store.save(withValueAt(store.settings, `${key}.${member}`, isOn)).catch(onError),
    }),
});

export interface BoxesOptions {
  readonly label: string;
  readonly names: Names;
  /** The list of ticked members; anything else counts as empty. */
  readonly chosen: unknown;
  readonly change: (member: string, isOn: boolean) => void;
}

/** Adds a group of checkboxes, also for chosen members without a name. */
export function addBoxes(parent: HTMLElement, { label, names, chosen, change }: BoxesOptions): void {
  const group = parent.createDiv({ cls: 'florilegium-boxes', attr: { role: 'group' } });
  parent.addClass('florilegium-boxes-row');
  named(group, label);
  const ticked: ReadonlySet<string> = new Set(Array.isArray(chosen) ? chosen.map(String) : []);
  for (const member of new Set([...Object.keys(names), ...ticked])) {
    addBox(group, {
      text: names[member] ?? member,
      isOn: ticked.has(member),
      change: (isOn) => change(member, isOn),
    });
  }
}

/** The row that previews what changed settings would do to the notes. */
export const changesGroup = ({ engine, onError }: PageContext): SettingDefinitionGroup => ({
  type: 'group',
  items: [
    {
      name: CHANGES.name,
      desc: CHANGES.desc,
      searchable: false,
      render: (setting) => {
        const show = (): void =>
          new PreviewModal(engine, renderingPreview(engine), {
            title: CHANGES.name,
            explanation: PREVIEW.explanation,
            loading: CHANGES.checking,
            none: CHANGES.none,
          }).open();
        addButton(setting, { text: CHANGES.show, act: show, onError });
      },
    },
  ],
});

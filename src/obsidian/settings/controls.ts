import type {
  SettingDefinitionControl,
  SettingDefinitionGroup,
  SettingDefinitionItem,
  SettingDefinitionPage,
  SettingDefinitionRender,
} from 'obsidian';
import { problemWithOptionalFolder } from '../../model/settings';
import { addBox } from '../components/add-box';
import { named } from '../components/named';
import { PreviewModal } from '../preview/preview-modal';
import { CHANGES_PREVIEW } from '../preview/preview-strings';
import { addButton, type PageContext } from './page-context';
import { valueAt, withValueAt } from './setting-keys';
import { CHANGES } from './settings-strings';

/** What a row says. */
export interface Text {
  readonly name: string;
  readonly desc?: string;
}

type Names = Readonly<Record<string, string>>;
type Check<Value> = (value: Value) => string | null;

export const page = (
  { name, desc }: Required<Text>,
  items: SettingDefinitionItem[],
): SettingDefinitionPage => ({ type: 'page', name, desc, items });

/** A row whose value the app draws, checks and saves, by its key (see setting-keys.ts). */
export const toggle = (key: string, words: Text): SettingDefinitionControl => ({
  ...words,
  control: { type: 'toggle', key },
});

export const choice = (
  key: string,
  { choices, ...words }: Text & { readonly choices: Names },
): SettingDefinitionControl => ({ ...words, control: { type: 'dropdown', key, options: { ...choices } } });

/** Only a text that has no problem is saved. */
export const text = (
  key: string,
  words: Text,
  placeholder = '',
  problemWith: Check<string> = () => null,
): SettingDefinitionControl => ({
  ...words,
  control: { type: 'text', key, placeholder, validate: (value) => problemWith(value) ?? undefined },
});

/** The folder may be left empty, unless another check says otherwise. */
export const folder = (
  key: string,
  words: Text,
  placeholder = '',
  problemWith: Check<string> = problemWithOptionalFolder,
): SettingDefinitionControl => ({
  ...words,
  control: { type: 'folder', key, placeholder, validate: (value) => problemWith(value) ?? undefined },
});

export const number = (
  key: string,
  words: Text,
  {
    problemWith,
    ...limits
  }: { readonly max: number; readonly step: number | 'any'; readonly problemWith: Check<number> },
): SettingDefinitionControl => ({
  ...words,
  control: { type: 'number', key, min: 0, ...limits, validate: (value) => problemWith(value) ?? undefined },
});

/** A row with a box for each member that a list of the settings may have. */
export const boxes = (
  { store, failed }: Pick<PageContext, 'store' | 'failed'>,
  key: string,
  { names, ...words }: Text & { readonly names: Names },
): SettingDefinitionRender => ({
  ...words,
  aliases: Object.values(names),
  render: ({ settingEl }) =>
    addBoxes(settingEl, {
      label: words.name,
      names,
      chosen: valueAt(store.settings, key),
      change: (member, isOn) =>
        void store.save(withValueAt(store.settings, `${key}.${member}`, isOn)).catch(failed),
    }),
});

export interface BoxesOptions {
  readonly label: string;
  readonly names: Names;
  /** The list of what is ticked; anything else stands for an empty one. */
  readonly chosen: unknown;
  readonly change: (member: string, isOn: boolean) => void;
}

/** Adds a group of boxes. A chosen word without a name gets a box, too. */
export function addBoxes(parent: HTMLElement, { label, names, chosen, change }: BoxesOptions): void {
  const group = parent.createDiv({ cls: 'florilegium-boxes', attr: { role: 'group' } });
  parent.addClass('florilegium-boxes-row');
  named(group, label);
  const ticked: ReadonlySet<string> = new Set(Array.isArray(chosen) ? chosen.map(String) : []);
  for (const word of new Set([...Object.keys(names), ...ticked])) {
    addBox(group, {
      text: names[word] ?? word,
      isOn: ticked.has(word),
      change: (isOn) => change(word, isOn),
    });
  }
}

/** The row that shows what changed settings would do to the notes, and can do it at once. */
export const changesGroup = ({ app, engine, failed }: PageContext): SettingDefinitionGroup => ({
  type: 'group',
  items: [
    {
      name: CHANGES.name,
      desc: CHANGES.desc,
      searchable: false,
      render: (setting) => {
        const show = (): void =>
          new PreviewModal(app, {
            source: engine.changes(),
            texts: { ...CHANGES_PREVIEW, title: CHANGES.name, asking: CHANGES.looking, none: CHANGES.none },
            failed,
          }).open();
        addButton(setting, { text: CHANGES.show, act: show, failed });
      },
    },
  ],
});

import type {
  SettingDefinition,
  SettingDefinitionControl,
  SettingDefinitionGroup,
  SettingDefinitionItem,
  SettingDefinitionPage,
  SettingDefinitionRender,
  SettingGroupItem,
} from 'obsidian';
import { settingsProblemText, valueMistakeText } from '../../../messages/settings-messages';
import { parseSettings, type SettingsProblem } from '../../../model/settings';
import { CHOICES, GROUPS, PAGES, ROWS, SETTINGS } from '../../strings/settings-strings';
import { addButton, addBox, named } from '../components/elements';
import { docsPage } from '../components/project-page';
import { TagSuggest } from '../parts/tag-suggest';
import type { PageContext } from './page-context';
import { splitList, valueAt, withValueAt } from './setting-keys';

/** Name and description of a row. */
export interface Text {
  readonly name: string;
  readonly desc?: string;
}

interface Described {
  readonly desc?: string | DocumentFragment;
}

type Names = Readonly<Record<string, string>>;
export type RowKey = keyof typeof ROWS;
type ChoiceKey = keyof typeof CHOICES & RowKey;

export interface LateTextOptions {
  readonly problemWith: (typed: string) => string | null;
  /** Called with what is typed while it is valid, and with null when the field is left. */
  readonly onDraft?: (typed: string | null) => void;
  readonly beforeSave?: (value: string) => void;
  readonly prepare?: (input: HTMLInputElement) => void;
  readonly placeholder?: string;
}

/** Rows by their key: Obsidian draws the simple ones and saves them through the tab. */
export class Controls {
  constructor(private readonly context: PageContext) {}

  toggle(key: RowKey): SettingDefinitionControl {
    return { ...ROWS[key], control: { type: 'toggle', key } };
  }

  choice(key: RowKey, options: Names): SettingDefinitionControl {
    return { ...ROWS[key], control: { type: 'dropdown', key, options: { ...options } } };
  }

  /** A dropdown whose choices are fixed. */
  dropdown(key: ChoiceKey): SettingDefinitionControl {
    return this.choice(key, CHOICES[key]);
  }

  /** A text field; invalid text is not saved, and the row shows why. */
  text(key: RowKey, placeholder = ''): SettingDefinitionControl {
    return { ...ROWS[key], control: { type: 'text', key, placeholder, validate: this.problemAt(key) } };
  }

  folder(key: RowKey, placeholder = ''): SettingDefinitionControl {
    return { ...ROWS[key], control: { type: 'folder', key, placeholder, validate: this.problemAt(key) } };
  }

  number(key: RowKey): SettingDefinitionControl {
    return {
      ...ROWS[key],
      control: { type: 'number', key, min: 0, step: 'any', validate: this.problemAt(key) },
    };
  }

  button(key: RowKey & keyof typeof SETTINGS.buttons, act: () => unknown): SettingDefinitionRender {
    return this.buttonRow(key, SETTINGS.buttons[key], act);
  }

  buttonRow(key: RowKey, text: string, act: () => unknown): SettingDefinitionRender {
    const { name } = ROWS[key];
    const label = name === text ? name : `${name}: ${text}`;
    const { onError } = this.context;
    return { ...ROWS[key], render: (setting) => void addButton(setting, { text, label, act, onError }) };
  }

  /** Tags that are typed with commas between them, and completed with those of Reader. */
  tags(key: RowKey): SettingDefinitionRender {
    const { store, engine, save } = this.context;
    const texts = ROWS[key];
    return {
      ...texts,
      render: (setting) => {
        const value = valueAt(store.settings, key);
        setting.addText((input) => {
          input.inputEl.setAttr('aria-label', texts.name);
          input
            .setValue(Array.isArray(value) ? value.join(', ') : '')
            .onChange((typed) => void save(key, splitList(typed)));
          new TagSuggest(engine.app, input.inputEl, () => engine.tags.names());
        });
      },
    };
  }

  /** A checkbox for each possible member of a list, or for each setting of a group. */
  boxes(key: ChoiceKey): SettingDefinitionRender {
    const { store, save } = this.context;
    const texts = ROWS[key];
    const names: Names = CHOICES[key];
    return {
      ...texts,
      aliases: Object.values(names),
      render: ({ settingEl }) => {
        const value = valueAt(store.settings, key);
        const isOn = (member: string): boolean => valueAt(value, member) === true;
        const chosen = Array.isArray(value) ? value : Object.keys(names).filter(isOn);
        addBoxes(settingEl, {
          label: texts.name,
          names,
          chosen,
          change: (member, isTicked) => void save(`${key}.${member}`, isTicked),
        });
      },
    };
  }

  /** A text field that is saved when it is left: half a template or address means something else. */
  lateText(key: RowKey, options: LateTextOptions): SettingDefinitionRender {
    const { problemWith, onDraft, beforeSave, prepare, placeholder = '' } = options;
    const { store, save } = this.context;
    const texts = ROWS[key];
    return {
      ...texts,
      render: (setting) => {
        // Only what was typed here is saved: another device may have changed it meanwhile.
        let typed: string | null = null;
        const leave = (): void => {
          const value = typed;
          typed = null;
          if (value !== null && problemWith(value) === null) {
            beforeSave?.(value);
            void save(key, value);
          }
          onDraft?.(null);
        };
        setting.setClass('florilegium-wrap').setClass('florilegium-wide');
        setting.addText((field) => {
          const stored = String(valueAt(store.settings, key));
          field.inputEl.setAttr('aria-label', texts.name);
          prepare?.(field.inputEl);
          field.setPlaceholder(placeholder).setValue(stored);
          field.onChange((text) => {
            typed = text.trim();
            const problem = problemWith(typed);
            setting.setErrorMessage(problem);
            if (problem === null) onDraft?.(typed);
          });
          field.inputEl.addEventListener('change', leave);
          setting.setErrorMessage(problemWith(stored));
        });
        return leave;
      },
    };
  }

  private problemAt(key: string): (value: unknown) => string | undefined {
    const { store } = this.context;
    return (value) => {
      const result = parseSettings(withValueAt(store.settings, key, value));
      if (result.ok) return undefined;
      const problem = result.problems.map((each) => textAt(key, each)).join('; ');
      return problem.charAt(0).toUpperCase() + problem.slice(1);
    };
  }
}

/** Without the key, where the row itself is meant. */
const textAt = (row: string, problem: SettingsProblem): string =>
  problem.key === row ? valueMistakeText(problem.mistake, row) : settingsProblemText(problem);

/** A page whose first row ends with a link to the documentation. */
export function page(
  key: keyof typeof PAGES,
  docs: string,
  [first, ...rest]: readonly [SettingDefinition | SettingDefinitionGroup, ...SettingDefinitionItem[]],
): SettingDefinitionPage {
  const linked = <Row extends Described>(row: Row): Row => ({
    ...row,
    desc: withLink(row.desc, SETTINGS.learnMore, docsPage(docs)),
  });
  const start =
    'type' in first
      ? { ...first, items: first.items?.map((row, index) => (index === 0 ? linked(row) : row)) ?? [] }
      : linked(first);
  return { type: 'page', ...PAGES[key], items: [start, ...rest] };
}

export const group = (heading: keyof typeof GROUPS, items: SettingGroupItem[]): SettingDefinitionGroup => ({
  type: 'group',
  heading: GROUPS[heading],
  items,
});

/** The description of a row with a link at its end, if there is an address. */
export function withLink(
  desc: string | DocumentFragment = '',
  text: string,
  href: string | null,
): string | DocumentFragment {
  if (href === null) return desc;
  const whole = createFragment();
  whole.append(desc, ' ');
  whole.createEl('a', { text, href });
  return whole;
}

export interface BoxesOptions {
  readonly label: string;
  readonly names: Names;
  /** The list of ticked members; anything else counts as empty. */
  readonly chosen: unknown;
  readonly change: (member: string, isOn: boolean) => void;
}

/** Adds a group of checkboxes, also for chosen members without a name. */
export function addBoxes(parent: HTMLElement, { label, names, chosen, change }: BoxesOptions): void {
  const boxes = addBoxGroup(parent, label);
  const ticked: ReadonlySet<string> = new Set(Array.isArray(chosen) ? chosen.map(String) : []);
  for (const member of new Set([...Object.keys(names), ...ticked])) {
    addBox(boxes, {
      text: names[member] ?? member,
      isOn: ticked.has(member),
      change: (isOn) => change(member, isOn),
    });
  }
}

/** The place for a row's checkboxes. */
export function addBoxGroup(parent: HTMLElement, label: string): HTMLElement {
  const boxes = parent.createDiv({ cls: 'florilegium-boxes', attr: { role: 'group' } });
  parent.addClass('florilegium-wrap');
  return named(boxes, label);
}

import { renderControl } from './definition-controls';
import { SettingGroup } from './setting';
import { renderList } from './definition-list';
import type { Definition, PageDefinition, RowDefinition } from './setting-definitions';
import type { SettingTab } from './setting-tab';

export interface RenderOptions {
  readonly definitions: readonly Definition[];
  readonly container: HTMLElement;
  readonly tab: SettingTab;
  readonly openPage: (name: string) => void;
}

export interface DefinitionRenderer {
  /** Shows and hides rows as their definitions now say. */
  refresh(): void;
  /** Runs what the rows asked to be run before they go. */
  close(): void;
}

/** Rows that stand side by side outside a group share a box, as in the app. */
export function renderDefinitions(options: RenderOptions): DefinitionRenderer {
  const cleanups: (() => void)[] = [];
  const refreshes: (() => void)[] = [];
  let loose: SettingGroup | null = null;
  for (const definition of options.definitions) {
    if (definition.type === 'group') {
      loose = null;
      const group = new SettingGroup(options.container);
      if (definition.heading !== undefined) group.setHeading(definition.heading);
      for (const item of definition.items ?? []) renderItem(item, group, options, cleanups, refreshes);
    } else if (definition.type === 'list') {
      loose = null;
      renderList(definition, options, cleanups);
    } else {
      loose ??= new SettingGroup(options.container);
      renderItem(definition, loose, options, cleanups, refreshes);
    }
  }
  return {
    refresh: () => refreshes.forEach((refresh) => refresh()),
    close: () => cleanups.forEach((cleanup) => cleanup()),
  };
}

export function renderItem(
  item: RowDefinition | PageDefinition,
  group: SettingGroup,
  options: RenderOptions,
  cleanups: (() => void)[],
  refreshes: (() => void)[] = [],
): void {
  group.addSetting((setting) => {
    setting.setName(item.name);
    if (item.desc !== undefined) setting.setDesc(item.desc);
    if (item.type === 'page') {
      const { settingEl } = setting;
      settingEl.addClass('mod-navigable');
      settingEl.setAttrs({ role: 'button', tabindex: 0, 'aria-label': item.name });
      setting.controlEl.createSpan({ cls: 'setting-item-chevron', text: '›', attr: { 'aria-hidden': true } });
      settingEl.addEventListener('click', () => options.openPage(item.name));
      settingEl.addEventListener('keydown', ({ key }) => {
        if (key === 'Enter') options.openPage(item.name);
      });
      return;
    }
    const { visible } = item;
    if (visible !== undefined) {
      const refresh = (): void => setting.settingEl.toggle(visible());
      refreshes.push(refresh);
      refresh();
    }
    if (item.control !== undefined)
      renderControl({ setting, name: item.name, control: item.control, tab: options.tab });
    const cleanup = item.render?.(setting, group);
    if (typeof cleanup === 'function') cleanups.push(cleanup);
  });
}

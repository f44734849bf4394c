import { renderItem, type RenderOptions } from './definition-renderer';
import { Platform } from './platform';
import { SettingGroup } from './setting';
import type { ListDefinition } from './setting-definitions';

/**
 * On the desktop one adds by a button in the list's head, on a phone by a row below it. Each row has a handle.
 */
export function renderList(
  { heading, items = [], emptyState, addItem, onReorder }: ListDefinition,
  options: RenderOptions,
  cleanups: (() => void)[],
): void {
  const group = new SettingGroup(options.container);
  if (heading !== undefined) group.setHeading(heading);
  if (addItem !== undefined && !Platform.isMobile)
    group.addExtraButton((button) =>
      button
        .setIcon('plus')
        .setTooltip(addItem.name)
        .onClick(() => addItem.action(button.extraSettingsEl)),
    );
  if (items.length === 0 && emptyState !== undefined)
    group.listEl.createDiv({ cls: 'setting-list-empty', text: emptyState });
  for (const item of items) {
    renderItem(item, group, options, cleanups);
    const row = group.listEl.lastElementChild;
    if (!(row instanceof HTMLElement)) continue;
    if (onReorder !== undefined)
      row.createDiv({ cls: 'clickable-icon setting-drag-handle', text: '⠿', attr: { 'aria-hidden': true } });
  }
  if (addItem === undefined || !Platform.isMobile) return;
  group.addSetting((row) => {
    row.setName(`+ ${addItem.name}`);
    row.settingEl.setAttrs({ role: 'button', tabindex: 0, 'aria-label': addItem.name });
    row.settingEl.addEventListener('click', () => addItem.action(row.settingEl));
  });
}

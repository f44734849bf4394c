import type { Setting } from 'obsidian';
import type { SettingsStore } from '../../state/settings-store';
import { SCOPE } from '../../strings/settings-strings';
import { valueAt, withValueAt } from './setting-keys';

const KEY = 'scope.documents';

/** Asks whether documents without highlights get notes. `counts` says how many there are; null: unknown. */
export function drawDocumentsRow(
  row: Setting,
  options: {
    readonly store: SettingsStore;
    readonly onError: (error: unknown) => void;
    readonly counts: Promise<string | null>;
  },
): void {
  const { store, onError, counts } = options;
  const { name, desc, choices } = SCOPE.documents;
  row.setName(name).setDesc(desc);
  row.addDropdown((dropdown) => {
    dropdown.selectEl.setAttr('aria-label', name);
    dropdown
      .addOptions({ ...choices })
      .setValue(String(valueAt(store.settings, KEY)))
      .onChange((chosen) => void store.save(withValueAt(store.settings, KEY, chosen)).catch(onError));
  });
  counts
    .then((text) => {
      if (text !== null) row.setDesc(text);
    })
    .catch(onError);
}

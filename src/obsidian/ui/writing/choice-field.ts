interface ChoiceFieldOptions {
  readonly label: string;
  readonly value: string;
  /** Names by value. A value without a name is shown as it is. */
  readonly choices: Readonly<Record<string, string>>;
  readonly onChange: (value: string) => void;
}

let idCount = 0;

/** Adds a labelled list of values to choose from. */
export function choiceField(
  container: HTMLElement,
  { label, value, choices, onChange }: ChoiceFieldOptions,
): void {
  idCount += 1;
  const id = `florilegium-choice-${String(idCount)}`;
  const el = container.createDiv('florilegium-field');
  // Beside the list, not around it: else the choices would be read as part of the label.
  el.createEl('label', { text: label, attr: { for: id } });
  const selectEl = el.createEl('select', { cls: 'dropdown', attr: { id } });
  const names = Object.hasOwn(choices, value) ? choices : { [value]: value, ...choices };
  for (const [each, text] of Object.entries(names))
    selectEl.createEl('option', { text, attr: { value: each } });
  selectEl.value = value;
  selectEl.addEventListener('change', () => onChange(selectEl.value));
}

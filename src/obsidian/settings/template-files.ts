import { normalizePath, type App } from 'obsidian';
import type { Settings } from '../../model/settings';
import { builtInStyles, fullTextTemplate, type StyleName } from '../../notes/template/built-in-templates';
import { ITEM_KINDS } from '../../model/model';
import { withoutEnding } from '../ui/windows/choice-modal';
import { ObsidianVault } from '../vault/obsidian-vault';
import { STYLE_NAMES, TEMPLATES, type USE_NAMES } from './settings-strings';

/** What a template is for. */
export type TemplateUse = keyof typeof USE_NAMES;

const BUILT_IN = 'built-in';
const STYLES: readonly StyleName[] = ['classic', 'minimal', 'callouts', 'study', 'outline', 'highlight'];

export const isFile = (choice: string): boolean => choice !== '' && !choice.startsWith(BUILT_IN);

/** The paths of templates that the settings name. */
export function chosenFiles({ templates, rules }: Pick<Settings, 'templates' | 'rules'>): readonly string[] {
  const { folder: _, categories, ...uses } = templates;
  const choices: readonly unknown[] = [
    ...Object.values(uses),
    ...Object.values(categories),
    ...rules.map(({ then }) => then.template ?? ''),
  ];
  return choices.flatMap((choice) =>
    typeof choice === 'string' && isFile(choice) ? [normalizePath(choice)] : [],
  );
}

/** The styles that there are for a use; the first is the one that is meant when none is named. */
export function stylesFor(use: TemplateUse): readonly StyleName[] {
  if (use === 'fullText') return ['classic'];
  return use === 'highlight'
    ? ['highlight', ...STYLES.filter((style) => style !== 'highlight')]
    : STYLES.filter((style) => style !== 'highlight');
}

/** The text of a built-in template. */
export function builtInText(use: TemplateUse, style: StyleName): string {
  if (use === 'fullText') return fullTextTemplate;
  return builtInStyles[style](ITEM_KINDS.find((kind) => kind === use) ?? 'book');
}

/** The names of the built-in styles for a use, by the value that stands in the settings. */
export const builtInChoices = (use: TemplateUse): Readonly<Record<string, string>> =>
  Object.fromEntries(stylesFor(use).map((style, index) => [builtInValue(style, index), STYLE_NAMES[style]]));

const builtInValue = (style: StyleName, index: number): string =>
  index === 0 ? BUILT_IN : `${BUILT_IN}:${style}`;

/** What may be chosen for a use, by the value that stands in the settings: styles, notes of the template folder, and what is chosen now. */
export function templateChoices({
  app,
  settings,
  use,
  chosen,
}: {
  readonly app: App;
  readonly settings: Settings;
  readonly use: TemplateUse;
  readonly chosen: string;
}): Readonly<Record<string, string>> {
  const styles = stylesFor(use).map(
    (style, index) =>
      [
        builtInValue(style, index),
        use === 'fullText' ? TEMPLATES.onlyBuiltIn : TEMPLATES.builtIn(STYLE_NAMES[style]),
      ] as const,
  );
  const { folder } = settings.templates;
  const files = app.vault
    .getMarkdownFiles()
    .filter(({ path }) => path.startsWith(`${folder}/`))
    .map(({ path }) => [path, path.slice(folder.length + 1, -'.md'.length)] as const);
  const known = Object.fromEntries([...styles, ...files.sort(([one], [other]) => one.localeCompare(other))]);
  return chosen === '' || chosen in known ? known : { ...known, [chosen]: withoutEnding(chosen) };
}

/** Makes a note under the first name that is free, and answers with its path. */
export async function makeTemplate(
  app: App,
  { path, text }: { readonly path: string; readonly text: string },
): Promise<string> {
  const vault = new ObsidianVault(app);
  const stem = normalizePath(withoutEnding(path));
  try {
    for (let number = 1; ; number += 1) {
      const free = `${stem}${number === 1 ? '' : ` ${String(number)}`}.md`;
      if ((await vault.create(free, text)) === 'created') return free;
    }
  } finally {
    vault.close();
  }
}

/** Opens a note in a tab of its own, and closes the settings that would be in front of it. */
export async function openTemplate(app: App, path: string): Promise<void> {
  const file = app.vault.getFileByPath(normalizePath(path));
  if (file === null) return;
  await app.workspace.getLeaf('tab').openFile(file);
  // The app has no other way to close its settings; where this one goes, they stay open.
  const settings: unknown = Reflect.get(app, 'setting');
  if (
    typeof settings === 'object' &&
    settings !== null &&
    'close' in settings &&
    typeof settings.close === 'function'
  )
    Reflect.apply(settings.close, settings, []);
}

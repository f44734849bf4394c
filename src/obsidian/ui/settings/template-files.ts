import { withoutEnding } from '../../../notes/names/naming';
import { normalizePath, type App } from 'obsidian';
import type { ItemKind } from '../../../model/model';
import type { Settings } from '../../../model/settings';
import { builtInStyles, fullTextTemplate, type StyleName } from '../../../notes/template/built-in-templates';
import { ObsidianVault } from '../../vault/obsidian-vault';
import { STYLE, STYLE_NAMES } from '../../strings/settings-strings';

export type TemplateUse = ItemKind | 'highlight' | 'fullText';

type Choices = Readonly<Record<string, string>>;

const BUILT_IN = 'built-in';
const STYLES: readonly StyleName[] = ['classic', 'callouts', 'outline', 'official'];

/** Whether a choice is a note of the vault and not a built-in style. */
export const isFile = (choice: string): boolean => choice !== '' && !choice.startsWith(BUILT_IN);

/** Styles for a use; the first is the default. */
function stylesFor(use: TemplateUse): readonly [StyleName, ...StyleName[]] {
  if (use === 'fullText') return ['classic'];
  return use === 'highlight' ? ['highlight', ...STYLES] : ['classic', ...STYLES.slice(1)];
}

/** Names of the built-in styles for a use, by their value in the settings. */
export function builtInChoices(use: TemplateUse): Choices {
  const [first, ...others] = stylesFor(use);
  const named = others.map((style) => [`${BUILT_IN}:${style}`, STYLE_NAMES[style]] as const);
  return { [BUILT_IN]: STYLE_NAMES[first], ...Object.fromEntries(named) };
}

/** Choices by their value in the settings: styles, notes of the template folder, and the current one. */
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
}): Choices {
  const styles = Object.entries(builtInChoices(use)).map(
    ([value, name]) => [value, STYLE.builtIn(name)] as const,
  );
  const { folder } = settings.templates;
  const files = app.vault
    .getMarkdownFiles()
    .filter(({ path }) => path.startsWith(`${folder}/`))
    .map(({ path }) => [path, withoutEnding(path.slice(folder.length + 1))] as const)
    .sort(([, one], [, other]) => one.localeCompare(other));
  const known: Choices = Object.fromEntries([...styles, ...files]);
  return chosen === '' || chosen in known ? known : { ...known, [chosen]: withoutEnding(chosen) };
}

/** Copies a built-in template into the template folder under a free name. Returns its path. */
export async function copyBuiltIn(
  app: App,
  { folder, use, chosen }: { readonly folder: string; readonly use: TemplateUse; readonly chosen: string },
): Promise<string> {
  const styles = stylesFor(use);
  const style = styles.find((each) => chosen === `${BUILT_IN}:${each}`) ?? styles[0];
  const [name, text] =
    use === 'fullText'
      ? [STYLE.newText, fullTextTemplate]
      : [STYLE.newName(STYLE_NAMES[style]), builtInStyles[style]];
  const stem = normalizePath(`${folder}/${name}`);
  const vault = new ObsidianVault(app);
  try {
    for (let number = 1; ; number += 1) {
      const path = number === 1 ? `${stem}.md` : `${stem} ${String(number)}.md`;
      if ((await vault.create(path, text)) === 'created') return path;
    }
  } finally {
    vault.close();
  }
}

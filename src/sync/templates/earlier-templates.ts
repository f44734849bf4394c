import { ITEM_KINDS } from '../../model/model';
import type { StateChange, StateStore } from '../../model/ports';
import { keys } from '../../store/keys';
import { readOne } from '../../store/read-state';
import { readStoredTemplates, type EarlierTemplate } from '../../store/stored';
import type { TemplateSource } from './load-templates';

/** More would slow down each check of edited notes. */
const MAX_TEMPLATES = 10;

/** The person's own templates for items that notes were made with, latest first. */
export const readEarlierTemplates = async (state: StateStore): Promise<readonly EarlierTemplate[]> =>
  (await readOne(state, keys.templates, readStoredTemplates)) ?? [];

/**
 * Stores the texts of the templates that notes are made with from now on. Changes by hand are found by rendering,
 * and once a template is edited or deleted, nothing else has its text.
 */
export async function keepTemplates(
  state: StateStore,
  sources: readonly TemplateSource[],
): Promise<StateChange> {
  const used = sources.filter(isForItems).filter(isOwn).map(asStored);
  const all = [...used, ...(await readEarlierTemplates(state))];
  const each = new Map(all.map((template) => [JSON.stringify(template), template]));
  return { put: keys.templates, value: [...each.values()].slice(0, MAX_TEMPLATES) };
}

const isForItems = ({ use }: TemplateSource): boolean => ITEM_KINDS.some((kind) => kind === use);

/** Includes a built-in one whose partials the person replaced. */
const isOwn = ({ path, partials }: TemplateSource): boolean => path !== null || partials.files.length > 0;

const asStored = ({ choice, name, path, text, partials }: TemplateSource): EarlierTemplate => ({
  choice,
  name,
  path,
  text,
  partials: { folder: partials.folder, files: partials.files.map((file) => ({ ...file })) },
});

import type { SettingDefinitionPage, SettingDefinitionRender } from 'obsidian';
import type { NameTemplates } from '../../../notes/template/name-template';
import { NameSuggest } from '../components/field-suggest';
import { openSettingsPreview } from '../windows/preview';
import { Controls, group, page } from './controls';
import { problemWithName } from './name-problem';
import type { NotePreview } from './note-preview';
import type { PageContext } from './page-context';
import { hasFullTexts } from './settings-pages';
import { fullTextStyleRow, highlightStyleRow, styleRow } from './style-row';

/** What notes look like and how they are named, with a preview of any note. */
export function notesPage(
  context: PageContext,
  preview: NotePreview,
  rules: SettingDefinitionPage,
): SettingDefinitionPage {
  const rows = new Controls(context);
  const { store } = context;
  const hasHighlightNotes = (): boolean =>
    store.settings.notePerHighlight ||
    store.settings.rules.some(({ then }) => then.notePerHighlight === true);
  const hasTextNotes = (): boolean => hasFullTexts(store.settings, (place) => place === 'file');
  return page('notes', 'templates.md', [
    styleRow(context),
    preview.row(),
    // Exceptions for some items are rules.
    rules,
    group('naming', [nameRow(context, preview, 'folder'), nameRow(context, preview, 'fileName')]),
    group('more', [
      rows.toggle('authorsAsLinks'),
      rows.text('tagPrefix', 'readwise/'),
      rows.toggle('ownNotesAsMarkdown'),
      rows.boxes('unwrapText'),
      rows.toggle('notePerHighlight'),
      { ...highlightStyleRow(context), visible: hasHighlightNotes },
      { ...fullTextStyleRow(context), visible: hasTextNotes },
      rows.text('timeZone', 'UTC'),
      rows.folder('templates.folder'),
      rows.button('changes', () => void openSettingsPreview(context.engine).catch(context.onError)),
    ]),
  ]);
}

function nameRow(
  context: PageContext,
  preview: NotePreview,
  key: keyof NameTemplates,
): SettingDefinitionRender {
  return new Controls(context).lateText(`naming.${key}`, {
    problemWith: (typed) => problemWithName(key, typed),
    onDraft: (typed) => preview.setName(key, typed),
    prepare: (input) => void new NameSuggest(context.app, input),
  });
}

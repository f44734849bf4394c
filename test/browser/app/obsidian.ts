/**
 * A stand-in of the app's API for tests: what the plugin uses of it, true to how the app behaves where it
 * matters (what throws, what is asynchronous, what is case sensitive). `jest.config.cjs` puts it in the place
 * of `obsidian`; in the browser it is what `require('obsidian')` of the built plugin answers with.
 */
import './window';

export { App } from './app-model';
export { BasesView } from './bases';
export {
  ButtonComponent,
  DropdownComponent,
  ExtraButtonComponent,
  ProgressBarComponent,
  TextComponent,
  ToggleComponent,
} from './components';
export { editorLivePreviewField } from './editor-mode';
export { Events } from './events';
export { getFrontMatterInfo, parseYaml } from './front-matter';
export { moment } from './moment';
export { Keymap, Menu } from './menu';
export { ItemView, View } from './item-view';
export { WorkspaceLeaf } from './workspace-leaf';
export { MarkdownRenderer } from './markdown-renderer';
export { MarkdownView } from './markdown-view';
export { ConfirmationModal, Modal } from './modal';
export const apiVersion = '1.13.0';
export { AbstractInputSuggest, EditorSuggest } from './input-suggest';
export { normalizePath } from './normalize-path';
export { Notice } from './notice';
export { Platform } from './platform';
export { Component, Plugin } from './plugin';
export { requestUrl } from './request-url';
export { Setting, SettingGroup } from './setting';
export { PluginSettingTab, SettingTab } from './setting-tab';
export { renderMatches, SuggestModal } from './suggest-list';
export { FuzzySuggestModal } from './suggest-modal';
export { TAbstractFile, TFile, TFolder } from './files';

import * as editorState from '@codemirror/state';
import * as editorView from '@codemirror/view';
import * as obsidian from './obsidian';
import { App } from './app-model';
import { openEditor } from './editor';
import { becomePhone } from './platform';
import type { Manifest, Plugin } from './plugin';
import { AppShell } from './shell';

type PluginModule = { readonly exports: { readonly default?: new (app: App, manifest: Manifest) => Plugin } };
type PluginCode = (
  require: (name: string) => unknown,
  module: PluginModule,
  exports: PluginModule['exports'],
) => void;

export interface OpenOptions {
  readonly phone: boolean;
  readonly dark: boolean;
  /** The plugin's `data.json`, as text; undefined when there is none. */
  readonly data?: string;
  /** Notes that are in the vault before the plugin loads. */
  readonly notes?: Readonly<Record<string, string>>;
  readonly token?: string;
  /** Other secrets of the device, by name. */
  readonly secrets?: Readonly<Record<string, string>>;
  /** Nobody has allowed the address and the secret that `data` names; without it, somebody did. */
  readonly isForeign?: boolean;
  /** The plugin has never been here: without it, the person has been asked about setting up, and said no. */
  readonly isNew?: boolean;
  /** The person has turned bases off. */
  readonly hasNoBases?: boolean;
  /** The list of notes is closed, and not drawn. */
  readonly hidesNotes?: boolean;
  /** The app has no way to its settings for plugins. */
  readonly hidesSettings?: boolean;
  /** Files of the app's own settings, by their paths in its folder. */
  readonly config?: Readonly<Record<string, string>>;
  /** The page was loaded anew: files and local storage are what they were. */
  readonly isReload?: boolean;
}

/** What a test may do that a person cannot do with the mouse. */
export interface AppPage {
  open(options: OpenOptions): Promise<void>;
  /** Switches the plugin off and on again. */
  reloadPlugin(): Promise<void>;
  /** What the disk and the local storage hold when the page goes is there when it is opened again. */
  keepForReload(): void;
  /** New files wait until the disk is let go. */
  holdDisk(): void;
  letGoOfDisk(): void;
  /** How many new files wait. */
  heldFiles(): number;
  changeDataOutside(data: string): Promise<void>;
  /**
   * As when the file's own time is not after that of what the plugin read, or nobody watched: the app tells
   * of nothing.
   */
  changeDataUnheard(data: string): void;
  editNote(path: string, text: string): Promise<void>;
  /** A person, or a sync of the vault, brings a note. */
  addNote(path: string, text: string): Promise<void>;
  /** A person deletes a note. */
  deleteNote(path: string): Promise<void>;
  files(): readonly { readonly path: string; readonly text: string }[];
  /** Every folder on the disk. */
  folders(): readonly string[];
  /** Every file on the disk, without its text. */
  paths(): readonly string[];
  secret(id: string): string | null;
  /** What plugins keep in the vault's local storage. */
  localKeys(): readonly string[];
  /** Another program opens a link. */
  openUri(uri: string): void;
  /** A line typed for the app's own command line, without its first word. */
  runCli(line: string): Promise<string>;
  commandNames(): Readonly<Record<string, string>>;
  toggleReadingView(): void;
  /** Opens a base, at the view with this name. */
  openBase(path: string, view: string): void;
  /** Opens a text in the app's real editor, with what the plugin has added to it. */
  openEditor(text: string): void;
  /** The text in that editor, and where its cursor is. */
  editorState(): { readonly text: string; readonly cursor: number };
  /** The disk hands the file over no more, and says why; null: it does again. */
  refuseFile(path: string, message: string | null): void;
  /** How often the app has heard that a file was made, changed, moved or deleted. */
  fileEvents(): number;
  adapterCalls(): number;
}

const MANIFEST: Manifest = { id: 'florilegium', name: 'Florilegium', version: '0.1.0' };
const FOLDERS = ['.obsidian', '.obsidian/plugins', `.obsidian/plugins/${MANIFEST.id}`];
const LEFT = 'left behind';
const DATA = `.obsidian/plugins/${MANIFEST.id}/data.json`;

let pluginClass: (new (app: App, manifest: Manifest) => Plugin) | undefined;
let app: App;
let shell: AppShell;
let fileEvents = 0;
let editor: editorView.EditorView | undefined;
let plugin: Plugin & { readonly onExternalSettingsChange?: () => unknown };

/** Called by the script that holds the built plugin. */
function takePlugin(text: string): void {
  const module: PluginModule = { exports: {} };
  const script = createEl('script');
  // In parentheses, as the app has it: the engine reads such a function once, and another one twice.
  script.textContent = `runPlugin((function anonymous(require,module,exports){${text}\n}))`;
  Object.assign(window, {
    runPlugin: (code: PluginCode) => {
      code(requireObsidian, module, module.exports);
    },
  });
  document.head.append(script);
  pluginClass = module.exports.default;
}

function requireObsidian(name: string): unknown {
  if (name === 'obsidian') return obsidian;
  // The app gives the modules of its editor to plugins.
  if (name === '@codemirror/state') return editorState;
  if (name === '@codemirror/view') return editorView;
  throw new Error(`The plugin asks for ${name}, which is not there on phones`);
}

async function open(options: OpenOptions): Promise<void> {
  document.body.addClass(
    options.dark ? 'theme-dark' : 'theme-light',
    ...(options.phone ? ['is-mobile', 'is-phone'] : []),
  );
  if (options.phone) becomePhone();
  app = new App();
  for (const folder of FOLDERS) app.vault.disk.makeFolder(folder);
  if (options.isReload === true) takeUp();
  if (options.data !== undefined) app.vault.disk.write(DATA, options.data);
  for (const [path, text] of Object.entries(options.config ?? {}))
    app.vault.disk.write(`.obsidian/${path}`, text);
  if (options.isNew !== true) app.saveLocalStorage('florilegium-start', { isDismissed: true });
  if (options.isForeign !== true && options.data !== undefined) allow(options.data);
  for (const [name, secret] of Object.entries(options.secrets ?? {}))
    app.secretStorage.setSecret(name, secret);
  if (options.token !== undefined) app.secretStorage.setSecret('florilegium-token', options.token);
  app.hasBases = options.hasNoBases !== true;
  shell = new AppShell(app, { hidesNotes: options.hidesNotes === true });
  if (options.hidesSettings === true) app.setting = undefined;
  await loadPlugin();
  // The app knows of no file before its plugins are loaded, and tells of each as of a new one.
  if (options.isReload === true) await takeUpNotes();
  for (const [path, text] of Object.entries(options.notes ?? {})) await addNote(path, text);
  for (const event of ['create', 'modify', 'delete', 'rename']) app.vault.on(event, () => (fileEvents += 1));
  app.workspace.becomeReady();
}

/** As if a person had typed this address on this device. */
function allow(data: string): void {
  const origin = /"baseUrl": *"([^"]*)"/.exec(data)?.[1];
  if (origin !== undefined)
    app.saveLocalStorage('florilegium-allowed', [{ origin, secret: 'florilegium-token' }]);
}

/** In one go, as the last that the page does: nothing can come between. */
function leaveBehind(): void {
  sessionStorage.setItem(LEFT, JSON.stringify({ files: app.vault.disk.list(), local: [...app.local] }));
}

const leftBehind = (): {
  readonly files: ReturnType<AppPage['files']>;
  readonly local: readonly (readonly [string, string])[];
} => JSON.parse(sessionStorage.getItem(LEFT) ?? '') as ReturnType<typeof leftBehind>;

const isHidden = ({ path }: { readonly path: string }): boolean => path.startsWith('.');

function takeUp(): void {
  const { files, local } = leftBehind();
  for (const [key, value] of local) app.local.set(key, value);
  for (const { path, text } of files.filter(isHidden)) app.vault.disk.write(path, text);
}

async function takeUpNotes(): Promise<void> {
  for (const { path, text } of leftBehind().files.filter((file) => !isHidden(file)))
    await addNote(path, text);
}

async function addNote(path: string, text: string): Promise<void> {
  const folders = path.split('/').slice(0, -1);
  for (const depth of folders.keys()) {
    const folder = folders.slice(0, depth + 1).join('/');
    if (app.vault.getFolderByPath(folder) === null) await app.vault.createFolder(folder);
  }
  await app.vault.create(path, text);
}

async function loadPlugin(): Promise<void> {
  if (pluginClass === undefined) throw new Error('The plugin exports no class as its default');
  plugin = new pluginClass(app, MANIFEST);
  plugin.shell = shell;
  await plugin.load();
}

const page: AppPage = {
  open,
  reloadPlugin: async () => {
    plugin.unload();
    shell.removeCommands();
    await loadPlugin();
  },
  keepForReload: () => window.addEventListener('pagehide', leaveBehind),
  holdDisk: () => app.vault.disk.hold(),
  letGoOfDisk: () => app.vault.disk.letGo(),
  heldFiles: () => app.vault.disk.waiting,
  changeDataOutside: async (data) => {
    app.vault.disk.write(DATA, data);
    await plugin.onExternalSettingsChange?.();
  },
  changeDataUnheard: (data) => app.vault.disk.write(DATA, data),
  addNote,
  editNote: async (path, text) => {
    const file = app.vault.getFileByPath(path);
    if (file === null) throw new Error(`There is no note ${path} to edit`);
    await app.vault.modify(file, text);
  },
  deleteNote: async (path) => {
    const file = app.vault.getFileByPath(path);
    if (file === null) throw new Error(`There is no note ${path} to delete`);
    await app.vault.moveToTrash(file);
  },
  files: () => app.vault.disk.list(),
  folders: () => app.vault.disk.folderPaths(),
  paths: () => app.vault.disk.paths(),
  secret: (id) => app.secretStorage.getSecret(id),
  localKeys: () => [...app.local.keys()],
  openUri: (uri) => shell.outside.openUri(uri),
  runCli: (line) => shell.outside.runCli(line),
  commandNames: () => shell.commandNames(),
  toggleReadingView: () => shell.toggleReadingView(),
  openBase: (path, view) => shell.openBase(app.vault.disk.read(path), view),
  openEditor: (text) => {
    editor?.destroy();
    editor = openEditor(text, plugin.editorExtensions);
  },
  editorState: () => ({
    text: editor?.state.doc.toString() ?? '',
    cursor: editor?.state.selection.main.head ?? 0,
  }),
  refuseFile: (path, message) => app.vault.disk.refuse(path, message),
  fileEvents: () => fileEvents,
  adapterCalls: () => app.vault.adapterCalls,
};

Object.assign(window, { takePlugin, page });

import type { TFile, TFolder } from './files';
import type { Setting, SettingGroup } from './setting';

type Validated<Value> = (value: Value) => string | void | Promise<string | void>;

interface ControlBase {
  readonly key: string;
  readonly placeholder?: string;
}

export type Control =
  | (ControlBase & { readonly type: 'toggle' })
  | (ControlBase & { readonly type: 'dropdown'; readonly options: Readonly<Record<string, string>> })
  | (ControlBase & { readonly type: 'text'; readonly validate?: Validated<string> })
  | (ControlBase & {
      readonly type: 'number';
      readonly min?: number;
      readonly max?: number;
      readonly step?: number;
      readonly validate?: Validated<number>;
    })
  | (ControlBase & {
      readonly type: 'file';
      readonly filter?: (file: TFile) => boolean;
      readonly validate?: Validated<string>;
    })
  | (ControlBase & {
      readonly type: 'folder';
      readonly filter?: (folder: TFolder) => boolean;
      readonly validate?: Validated<string>;
    });

export interface RowDefinition {
  readonly type?: never;
  readonly name: string;
  readonly desc?: string | DocumentFragment;
  readonly visible?: () => boolean;
  readonly control?: Control;
  readonly render?: (setting: Setting, group: SettingGroup) => void | (() => void);
}

export interface GroupDefinition {
  readonly type: 'group';
  readonly heading?: string;
  readonly items?: readonly (RowDefinition | PageDefinition)[];
}

/** A collection that a person adds to, reorders and takes from. */
export interface ListDefinition {
  readonly type: 'list';
  readonly heading?: string;
  readonly items?: readonly RowDefinition[];
  readonly emptyState?: string;
  readonly addItem?: { readonly name: string; readonly action: (el: HTMLElement) => void };
  readonly onReorder?: (oldIndex: number, newIndex: number) => void;
}

export interface PageDefinition {
  readonly type: 'page';
  readonly name: string;
  readonly desc?: string;
  readonly items?: readonly Definition[];
}

/** Of the app's kinds of definitions, those that the plugin uses. */
export type Definition = RowDefinition | GroupDefinition | ListDefinition | PageDefinition;

import fc from 'fast-check';
import { damage, type Damage } from './damage';
import { edit, type Edit } from './person';
import { request, type Request } from './requests';
import { serviceChange, type ServiceChange } from './service-changes';
import { everySetting, templateEdit, type TemplateEdit } from './settings-variants';

/**
 * All that can happen between two looks at a vault, as data. `pick`, `place` and masks choose among what
 * there is at that moment.
 */
export type Step =
  | { readonly at: 'service'; readonly change: ServiceChange }
  /** Something that was deleted or discarded at the service is there again. */
  | { readonly at: 'service again'; readonly pick: number }
  | { readonly at: 'vault'; readonly edit: Edit }
  | { readonly at: 'damage'; readonly damage: Damage }
  /** Service and person change the same passage. */
  | { readonly at: 'clash'; readonly pick: number; readonly place: number }
  /** A note of another plugin comes into the vault. */
  | { readonly at: 'foreign note'; readonly pick: number; readonly form: number }
  | { readonly at: 'settings'; readonly values: object }
  | { readonly at: 'templates'; readonly edit: TemplateEdit }
  /** A disk that is not mounted, or a folder that a cloud has not loaded: all notes are out of reach, or the folder's. */
  | { readonly at: 'away'; readonly what: 'vault' | 'folder' }
  | { readonly at: 'back' }
  | EngineStep;

/**
 * What the engine is asked for: by which of the two devices, at which of its commits it is cut short, and after
 * which of its requests the network is lost.
 */
export interface EngineStep {
  readonly at: 'engine';
  readonly who: number;
  readonly cut: number | null;
  readonly lost: number | null;
  /** Of the service's time, in seconds, since what was before. */
  readonly after: number;
  readonly task: Task;
}

export type Task =
  | { readonly kind: 'sync' | 'accept' | 'full sync' | 'render' | 'undo' | 'undo settling' | 'forget' }
  | { readonly kind: 'restore all' | 'restore undone' }
  | { readonly kind: 'refresh' | 'restore one'; readonly pick: number }
  | Preview
  | { readonly kind: 'settle conflicts'; readonly mask: number; readonly choice: number }
  | { readonly kind: 'unmark'; readonly mask: number; readonly keepsAnchors: boolean }
  | { readonly kind: 'adopt'; readonly mask: number }
  | { readonly kind: 'ask'; readonly request: Request }
  /** `isRefused`: the service takes no change. */
  | { readonly kind: 'send'; readonly isRefused: boolean }
  | { readonly kind: 'settle change'; readonly pick: number; readonly choice: 'mine' | 'theirs' }
  | { readonly kind: 'discard change' | 'retry change'; readonly pick: number };

/** A person looks at a plan, and edits notes meanwhile. */
export interface Preview {
  readonly kind: 'preview';
  readonly meanwhile: readonly Edit[];
}

const pick = fc.nat(20);

/** Bits that pick elements of a list, all of them as often as some. */
export const mask = fc.oneof(fc.constant(65_535), fc.nat(65_535));
export const isIn = (bits: number, index: number): boolean => ((bits >> (index % 16)) & 1) === 1;

type Weighted<T> = readonly [weight: number, steps: fc.Arbitrary<T>];

/** One of several, each as often as its weight says. */
export const oneOf = <T>(...parts: readonly Weighted<T>[]): fc.Arbitrary<T> =>
  fc.oneof(...parts.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const only = <Kind extends string>(kind: Kind): fc.Arbitrary<{ readonly kind: Kind }> =>
  fc.constant({ kind });

const previewWith = (mostEdits: number): fc.Arbitrary<Preview> =>
  fc.record({
    kind: fc.constant('preview'),
    meanwhile: fc.array(edit, { maxLength: mostEdits }),
  });

/** What becomes of changes that a person asks for. */
const outboxTask: fc.Arbitrary<Task> = oneOf<Task>(
  [3, fc.record({ kind: fc.constant('ask'), request })],
  [3, fc.record({ kind: fc.constant('send'), isRefused: fc.constantFrom(false, false, true) })],
  [1, fc.record({ kind: fc.constant('settle change'), pick, choice: fc.constantFrom('mine', 'theirs') })],
  [1, fc.record({ kind: fc.constantFrom('discard change', 'retry change'), pick })],
);

/** What is taken back, and what comes back. */
const returnTask: fc.Arbitrary<Task> = oneOf<Task>(
  [4, only('undo')],
  [2, only('undo settling')],
  [1, only('restore all')],
  [1, only('restore undone')],
  [1, fc.record({ kind: fc.constant('restore one'), pick })],
);

const task: fc.Arbitrary<Task> = oneOf<Task>(
  [10, only('sync')],
  [2, only('accept')],
  [1, only('full sync')],
  [2, only('render')],
  [1, only('forget')],
  [1, fc.record({ kind: fc.constant('refresh'), pick })],
  [3, previewWith(2)],
  [4, fc.record({ kind: fc.constant('settle conflicts'), mask, choice: fc.nat(2) })],
  [1, fc.record({ kind: fc.constant('unmark'), mask, keepsAnchors: fc.boolean() })],
  [2, fc.record({ kind: fc.constant('adopt'), mask })],
  [9, returnTask],
  [8, outboxTask],
);

/** One task on the first device, in one go. */
const calmly = (tasks: fc.Arbitrary<Task>): fc.Arbitrary<Step> =>
  tasks.map((each) => ({
    at: 'engine',
    who: 0,
    cut: null,
    lost: null,
    after: 30,
    task: each,
  }));

export const sync = calmly(only('sync'));
export const acceptMissing = calmly(only('accept'));
export const forget = calmly(only('forget'));
export const render = calmly(only('render'));
export const previewAndEdit = calmly(previewWith(4));
export const preview = calmly(previewWith(0));
/** On either device, cut short or without the network now and then. */
const anyhow = (tasks: fc.Arbitrary<Task>): fc.Arbitrary<EngineStep> =>
  fc.record({
    at: fc.constant('engine'),
    who: fc.constantFrom(0, 0, 0, 1),
    cut: oneOf<number | null>([6, fc.constant(null)], [1, fc.nat(12)]),
    lost: oneOf<number | null>([6, fc.constant(null)], [1, fc.nat(20)]),
    after: fc.constantFrom(30, 30, 700, 90_000),
    task: tasks,
  });

export const anyTask = anyhow(task);
export const outboxTasks = anyhow(outboxTask);
export const returnTasks = anyhow(returnTask);

export const atService = (changes: fc.Arbitrary<ServiceChange>): fc.Arbitrary<Step> =>
  changes.map((change) => ({ at: 'service', change }));
export const inVault = (edits: fc.Arbitrary<Edit>): fc.Arbitrary<Step> =>
  edits.map((each) => ({ at: 'vault', edit: each }));
export const service = atService(serviceChange);
export const edits = inVault(edit);
export const templateEdits: fc.Arbitrary<Step> = templateEdit.map((each) => ({
  at: 'templates',
  edit: each,
}));
export const settingsFrom = (values: fc.Arbitrary<object>): fc.Arbitrary<Step> =>
  values.map((each) => ({ at: 'settings', values: each }));

/** All notes stay in reach. */
export const anyStepInReach: fc.Arbitrary<Step> = oneOf<Step>(
  [7, service],
  [1, fc.record({ at: fc.constant('service again'), pick })],
  [6, edits],
  [2, fc.record({ at: fc.constant('damage'), damage })],
  [4, fc.record({ at: fc.constant('clash'), pick, place: pick })],
  [1, fc.record({ at: fc.constant('foreign note'), pick, form: pick })],
  [1, settingsFrom(everySetting)],
  [1, templateEdits],
  [13, anyTask],
);

export const absence: fc.Arbitrary<Step> = oneOf<Step>(
  [1, fc.record({ at: fc.constant('away'), what: fc.constantFrom('vault', 'folder') })],
  [1, fc.constant({ at: 'back' })],
);

export const anyStep = oneOf<Step>([19, anyStepInReach], [1, absence]);

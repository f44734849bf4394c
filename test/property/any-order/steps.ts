import fc from 'fast-check';
import { damage, type Damage } from '../damage';
import { OWN_TEMPLATES, templateEdit, type TemplateEdit } from '../own-templates';
import { personDeed, type PersonDeed } from '../person';
import { deed, type Deed } from '../reader';
import { anyWish } from '../wishes';

/** All that can happen between two looks at a vault, as data. `pick`, `place` and masks choose among what there is at that moment. */
export type Step =
  | { readonly at: 'service'; readonly deed: Deed }
  /** Something that was deleted or discarded at the service is there again. */
  | { readonly at: 'service again'; readonly pick: number }
  | { readonly at: 'vault'; readonly deed: PersonDeed }
  | { readonly at: 'damage'; readonly damage: Damage }
  /** Service and person change the same passage. */
  | { readonly at: 'clash'; readonly pick: number; readonly place: number }
  /** A note of another plugin comes into the vault. */
  | { readonly at: 'foreign note'; readonly pick: number; readonly form: number }
  | { readonly at: 'settings'; readonly wish: object }
  | { readonly at: 'templates'; readonly edit: TemplateEdit }
  | EngineStep;

/** What the engine is asked for: by which of the two devices, and at which of its commits it is cut short. */
export interface EngineStep {
  readonly at: 'engine';
  readonly who: number;
  readonly cut: number | null;
  /** Of the service's time, in seconds, since what was before. */
  readonly after: number;
  readonly task: Task;
}

export type Task =
  | {
      readonly kind:
        'sync' | 'accept' | 'full sync' | 'render' | 'undo' | 'unsettle' | 'forget' | 'restore all';
    }
  | { readonly kind: 'refresh' | 'restore one'; readonly pick: number }
  | {
      readonly kind: 'preview';
      readonly items: number;
      readonly removals: number;
      readonly meanwhile: readonly PersonDeed[];
    }
  | { readonly kind: 'settle'; readonly mask: number; readonly choice: number }
  | { readonly kind: 'unmark'; readonly mask: number; readonly keepsAnchors: boolean }
  | { readonly kind: 'adopt'; readonly mask: number };

export type TaskKind = Task['kind'];

/** All of them as often as some. */
const mask = fc.oneof(fc.constant(65_535), fc.nat(65_535));
const pick = fc.nat(20);

const plain = <Kind extends string>(kind: Kind): fc.Arbitrary<{ readonly kind: Kind }> =>
  fc.constant({ kind });

const task: fc.Arbitrary<Task> = fc.oneof(
  { weight: 10, arbitrary: plain('sync') },
  { weight: 2, arbitrary: plain('accept') },
  { weight: 1, arbitrary: plain('full sync') },
  { weight: 2, arbitrary: plain('render') },
  { weight: 4, arbitrary: plain('undo') },
  { weight: 2, arbitrary: plain('unsettle') },
  { weight: 1, arbitrary: plain('forget') },
  { weight: 1, arbitrary: plain('restore all') },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restore one' as const), pick }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('refresh' as const), pick }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('preview' as const),
      items: mask,
      removals: mask,
      meanwhile: fc.array(personDeed, { maxLength: 2 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('settle' as const), mask, choice: fc.nat(2) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('unmark' as const), mask, keepsAnchors: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('adopt' as const), mask }) },
);

const engineStep: fc.Arbitrary<EngineStep> = fc.record({
  at: fc.constant('engine' as const),
  who: fc.constantFrom(0, 0, 0, 1),
  cut: fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(12) }),
  after: fc.constantFrom(30, 30, 700, 90_000),
  task,
});

/** What is wished for beside the look of notes: where they go, what becomes of those that go, what is brought at all, templates of one's own. */
const more: fc.Arbitrary<object> = fc.constantFrom(
  {},
  {},
  { folder: 'Library/All' },
  { deletions: { untouched: 'archive', touched: 'archive' } },
  { deletions: { untouched: 'mark' } },
  { scope: { discarded: true } },
  { scope: { bookCategories: ['books', 'tweets'] } },
  { scope: { documentLocations: ['new', 'later'] }, deletions: { touched: 'archive', archiveFolder: 'Old' } },
  OWN_TEMPLATES,
  OWN_TEMPLATES,
);

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 7, arbitrary: fc.record({ at: fc.constant('service' as const), deed }) },
  { weight: 1, arbitrary: fc.record({ at: fc.constant('service again' as const), pick }) },
  { weight: 6, arbitrary: fc.record({ at: fc.constant('vault' as const), deed: personDeed }) },
  { weight: 2, arbitrary: fc.record({ at: fc.constant('damage' as const), damage }) },
  { weight: 4, arbitrary: fc.record({ at: fc.constant('clash' as const), pick, place: pick }) },
  { weight: 1, arbitrary: fc.record({ at: fc.constant('foreign note' as const), pick, form: pick }) },
  {
    weight: 1,
    arbitrary: fc.record({
      at: fc.constant('settings' as const),
      wish: fc.tuple(anyWish, more).map(([look, rest]) => ({ ...look, ...rest })),
    }),
  },
  { weight: 1, arbitrary: fc.record({ at: fc.constant('templates' as const), edit: templateEdit }) },
  { weight: 13, arbitrary: engineStep },
);

export const history: fc.Arbitrary<readonly Step[]> = fc.array(step, {
  minLength: 1,
  maxLength: 36,
  size: 'max',
});

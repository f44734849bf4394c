import fc from 'fast-check';
import type { Decision } from './asked-for';
import { anyRequest, type Request } from './requests';
import { changeWithoutMoves, type ServiceChange } from './service-changes';

const HAND_FIELDS = ['title', 'location', 'tags', 'note'] as const;
export type HandField = (typeof HAND_FIELDS)[number];

/** By which of the two devices. */
interface By {
  readonly who: number;
}

/** What goes wrong while something is sent. All numbers count from 0; null: it does not happen. */
export interface Trouble {
  /** The process ends at this commit. */
  readonly kill: number | null;
  /** The process ends after this writing request reached the service. */
  readonly killAfter: number | null;
  /** Writing requests whose answers are lost. */
  readonly lost: readonly number[];
  /** Writing requests that the service refuses. */
  readonly refused: readonly number[];
}

export const CALM: Trouble = { kill: null, killAfter: null, lost: [], refused: [] };

/** What a person does, and what happens to them, as data. */
export type AskingStep =
  | (By & { readonly at: 'ask'; readonly request: Request })
  | { readonly at: 'there'; readonly change: ServiceChange }
  /** Notes are edited by hand. */
  | { readonly at: 'hand'; readonly field: HandField; readonly pick: number }
  /** The service changes what a person edited by hand. */
  | { readonly at: 'clash'; readonly pick: number }
  | { readonly at: 'style'; readonly style: number }
  /** What was changed by hand is offered, and taken where the mask says so. */
  | (By & { readonly at: 'offer'; readonly mask: number })
  | (By & { readonly at: 'box'; readonly pick: number; readonly choice: number })
  | (By & { readonly at: 'sync' | 'dry run' | 'undo' | 'give back' })
  | (By & { readonly at: 'network'; readonly isThere: boolean })
  | (By & { readonly at: 'send' | 'deliver' | 'send due'; readonly trouble: Trouble })
  | (By & { readonly at: 'decide'; readonly pick: number; readonly decision: Decision | 'retry' })
  | { readonly at: 'time'; readonly minutes: number };

/** Few, so that changes meet in one record. */
const pick = fc.oneof(fc.nat(2), fc.nat(2), fc.nat(20));
const who = fc.constantFrom(0, 0, 0, 1);
const rarely = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { freq: 3 });
const trouble: fc.Arbitrary<Trouble> = fc.record({
  kill: rarely(fc.integer({ min: 1, max: 14 })),
  killAfter: rarely(fc.nat(6)),
  lost: fc.uniqueArray(fc.nat(8), { maxLength: 3 }),
  refused: fc.oneof(fc.constant([]), fc.constant([]), fc.uniqueArray(fc.nat(4), { maxLength: 2 })),
});

const field = fc.constantFrom<Request['kind']>(
  'note',
  'text',
  'note and text',
  'title',
  'tag highlight',
  'delete highlight',
);
const decision = fc.constantFrom<Decision | 'retry'>('mine', 'theirs', 'discard', 'retry');

const at = <Name extends string>(name: Name): fc.Arbitrary<Name> => fc.constant(name);

const sendingSteps: readonly fc.MaybeWeightedArbitrary<AskingStep>[] = [
  { weight: 6, arbitrary: fc.record({ at: at('ask'), who, request: anyRequest }) },
  { weight: 3, arbitrary: fc.record({ at: at('there'), change: changeWithoutMoves }) },
  { weight: 2, arbitrary: fc.record({ at: at('sync'), who }) },
  { weight: 5, arbitrary: fc.record({ at: at('send'), who, trouble }) },
  { weight: 2, arbitrary: fc.record({ at: fc.constantFrom('deliver', 'send due'), who, trouble }) },
  {
    weight: 4,
    arbitrary: fc.record({
      at: at('decide'),
      who,
      pick,
      decision,
    }),
  },
  { weight: 1, arbitrary: fc.record({ at: at('network'), who, isThere: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ at: at('dry run'), who }) },
  { weight: 1, arbitrary: fc.record({ at: at('time'), minutes: fc.constantFrom(1, 20, 200) }) },
];

const handSteps: readonly fc.MaybeWeightedArbitrary<AskingStep>[] = [
  { weight: 5, arbitrary: fc.record({ at: at('hand'), field: fc.constantFrom(...HAND_FIELDS), pick }) },
  { weight: 2, arbitrary: fc.record({ at: at('clash'), pick }) },
  { weight: 1, arbitrary: fc.record({ at: at('style'), style: fc.nat(2) }) },
  {
    weight: 4,
    arbitrary: fc.record({ at: at('offer'), who, mask: fc.constantFrom(65_535, 65_535, 21_845) }),
  },
  { weight: 2, arbitrary: fc.record({ at: at('box'), who, pick, choice: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ at: fc.constantFrom('undo', 'give back'), who }) },
];

const CALM_SEND = (who: number): AskingStep => ({ at: 'send', who, trouble: CALM });

/** What belongs together, and by chance alone seldom comes together. */
const twoChanges: fc.Arbitrary<readonly AskingStep[]> = fc
  .record({
    who,
    pick: fc.nat(2),
    first: field,
    second: field,
    clashes: fc.boolean(),
    trouble,
    decision,
    then: decision,
  })
  .map(({ who: index, pick: of, first, second, clashes, trouble: wrong, decision: now, then }) => [
    { at: 'ask', who: index, request: { kind: first, pick: of } },
    { at: 'ask', who: index, request: { kind: second, pick: of } },
    ...(clashes ? [{ at: 'clash', pick: of } as const] : []),
    { at: 'send', who: index, trouble: wrong },
    { at: 'decide', who: index, pick: 0, decision: now },
    { at: 'decide', who: index, pick: 0, decision: then },
    CALM_SEND(index),
  ]);

const handChange: fc.Arbitrary<readonly AskingStep[]> = fc
  .record({
    who,
    field: fc.constantFrom(...HAND_FIELDS),
    pick: fc.nat(2),
    clash: fc.constantFrom('no', 'before sync', 'after offer'),
    style: fc.constantFrom(0, 0, 1, 2),
    decision,
    choice: fc.nat(2),
  })
  .map(({ who: index, field: written, pick: of, clash, style, decision: decided, choice }) => [
    { at: 'sync', who: index },
    { at: 'hand', field: written, pick: of },
    ...(clash === 'before sync'
      ? ([
          { at: 'clash', pick: of },
          { at: 'sync', who: index },
        ] as const)
      : []),
    { at: 'style', style },
    { at: 'offer', who: index, mask: 65_535 },
    { at: 'box', who: index, pick: 0, choice },
    { at: 'offer', who: index, mask: 65_535 },
    ...(clash === 'after offer' ? [{ at: 'clash', pick: of } as const, CALM_SEND(index)] : []),
    { at: 'decide', who: index, pick: 0, decision: decided },
    { at: 'offer', who: index, mask: 0 },
  ]);

const takenBack: fc.Arbitrary<readonly AskingStep[]> = fc
  .record({ who, request: anyRequest, isFirst: fc.boolean() })
  .map(({ who: index, request, isFirst }) => [
    { at: 'ask', who: index, request },
    ...(isFirst ? [{ at: 'undo', who: index } as const] : []),
    CALM_SEND(index),
    ...(isFirst ? [] : [{ at: 'undo', who: index } as const]),
    { at: 'give back', who: index },
    CALM_SEND(index),
  ]);

const one = (
  ...steps: readonly fc.MaybeWeightedArbitrary<AskingStep>[]
): fc.Arbitrary<readonly AskingStep[]> => fc.oneof(...steps).map((step) => [step]);

const historyOf = (parts: fc.Arbitrary<readonly AskingStep[]>): fc.Arbitrary<readonly AskingStep[]> =>
  fc.array(parts, { minLength: 3, maxLength: 20, size: 'max' }).map((steps) => steps.flat());

/** After which notes are as a device would have them that never saw the library before. */
export const sendingHistory = historyOf(
  fc.oneof({ weight: 5, arbitrary: one(...sendingSteps) }, { weight: 1, arbitrary: twoChanges }),
);
export const askingHistory = historyOf(
  fc.oneof(
    { weight: 12, arbitrary: one(...sendingSteps, ...handSteps) },
    { weight: 2, arbitrary: twoChanges },
    { weight: 3, arbitrary: handChange },
    { weight: 1, arbitrary: takenBack },
  ),
);

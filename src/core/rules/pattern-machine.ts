import type { PatternNode, Place } from './pattern-syntax';

/**
 * Thompson's way of matching: all ways through the pattern are followed at once, one character of the text after the other. No
 * state is visited twice at the same character, so a text costs at most its length times the number of states.
 */

export type State =
  | { readonly kind: 'match' }
  | { readonly kind: 'character'; readonly takes: (character: string) => boolean; readonly next: State }
  | { readonly kind: 'assertion'; readonly holds: (place: Place) => boolean; readonly next: State }
  | { readonly kind: 'fork'; readonly targets: readonly State[] };

/** How many states a pattern needs, at least one for each part, so that it also bounds the work of making them. */
export function sizeOf(node: PatternNode): number {
  switch (node.kind) {
    case 'character':
    case 'assertion':
      return 1;
    case 'sequence':
    case 'choice':
      return node.nodes.reduce((sum, part) => sum + sizeOf(part), 1);
    case 'repeat': {
      const { min, max } = node;
      return 1 + (sizeOf(node.node) + 1) * (max ?? min + 1);
    }
  }
}

/** The state in which a text is to be matched against the whole pattern. */
export const startOf = (node: PatternNode): State => build(node, { kind: 'match' });

/** The state from which the node and then `next` is matched. */
function build(node: PatternNode, next: State): State {
  switch (node.kind) {
    case 'character':
      return { kind: 'character', takes: node.takes, next };
    case 'assertion':
      return { kind: 'assertion', holds: node.holds, next };
    case 'sequence':
      return node.nodes.reduceRight<State>((following, part) => build(part, following), next);
    case 'choice':
      return { kind: 'fork', targets: node.nodes.map((part) => build(part, next)) };
    case 'repeat': {
      const { node: part, min, max } = node;
      let state = max === null ? loop(part, next) : next;
      for (let time = min; time < (max ?? min); time += 1) state = { kind: 'fork', targets: [build(part, state), next] };
      for (let time = 0; time < min; time += 1) state = build(part, state);
      return state;
    }
  }
}

function loop(part: PatternNode, next: State): State {
  const targets: State[] = [next];
  const again: State = { kind: 'fork', targets };
  targets.push(build(part, again));
  return again;
}

export interface PatternRun {
  readonly matches: boolean;
  /** Visits to a state. */
  readonly steps: number;
}

/** Whether the pattern matches anywhere in the text. */
export function run(start: State, text: string): PatternRun {
  const characters = Array.from(text);
  let steps = 0;
  let waiting: readonly State[] = [];
  for (let index = 0; index <= characters.length; index += 1) {
    const visit = visitAll([...waiting, start], { before: characters[index - 1], after: characters[index] });
    steps += visit.steps;
    if (visit.matches) return { matches: true, steps };
    waiting = visit.waiting;
  }
  return { matches: false, steps };
}

/** Follows every way as far as the place between two characters, and over the character behind it. */
function visitAll(from: readonly State[], place: Place): PatternRun & { readonly waiting: readonly State[] } {
  // A set that is added to while it is walked through is walked through to its end.
  const reached = new Set(from);
  const waiting: State[] = [];
  let matches = false;
  for (const state of reached) {
    switch (state.kind) {
      case 'match':
        matches = true;
        break;
      case 'character':
        if (place.after !== undefined && state.takes(place.after)) waiting.push(state.next);
        break;
      case 'assertion':
        if (state.holds(place)) reached.add(state.next);
        break;
      case 'fork':
        for (const target of state.targets) reached.add(target);
        break;
    }
  }
  return { matches, steps: reached.size, waiting };
}

/** What the names of a template mean at one place while it is rendered. */
export interface Scope {
  readonly context: unknown;
  /** Where `../` leads; null at the top. */
  readonly outer: Scope | null;
  /** Of the innermost loop: what `@index` and the like say. */
  readonly frame: Frame;
  /** Names given by `as |name|`. */
  readonly names: ReadonlyMap<string, unknown>;
}

export interface Frame {
  readonly data: Readonly<Record<string, unknown>>;
  /** Where `@../` leads. */
  readonly outer: Frame | null;
}

/** What a block helper says of one run of its inside. */
export interface Inside {
  readonly context: unknown;
  /** For `as |name|`, in order. */
  readonly names: readonly unknown[];
  /** For `@name`, beside what holds around the block. */
  readonly data?: Readonly<Record<string, unknown>>;
}

const NO_NAMES: ReadonlyMap<string, unknown> = new Map();

/** The scope of a whole template. */
export const rootScope = (context: unknown): Scope => ({
  context,
  outer: null,
  frame: { data: { root: context }, outer: null },
  names: NO_NAMES,
});

/** The scope in a block. One that goes on with the same value is no step for `../`. */
export function innerScope(
  scope: Scope,
  { inside, names }: { readonly inside: Inside; readonly names: readonly string[] },
): Scope {
  const { context, data } = inside;
  return {
    context,
    outer: context === scope.context ? scope.outer : scope,
    frame: data === undefined ? scope.frame : { data: { ...scope.frame.data, ...data }, outer: scope.frame },
    names:
      names.length === 0
        ? scope.names
        : new Map([...scope.names, ...names.map((name, index) => [name, inside.names[index]] as const)]),
  };
}

/** The scope in a partial: no step leads out of it, and no name into it but those of its value and of the loop around it. */
export const partialScope = ({ frame }: Scope, context: unknown): Scope => ({
  context,
  outer: null,
  frame,
  names: NO_NAMES,
});

/** So many steps out; null beyond the top. */
export function stepsOut<Place extends { readonly outer: Place | null }>(
  place: Place,
  steps: number,
): Place | null {
  let at: Place | null = place;
  for (let step = 0; step < steps && at !== null; step += 1) at = at.outer;
  return at;
}

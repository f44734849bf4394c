/** What would lose its marks. */
export interface LeavingPlan {
  readonly notes: readonly string[];
  /** Anchors that something in the vault links to. */
  readonly linked: ReadonlySet<string>;
  /** In those notes. */
  readonly anchors: number;
  /** Of them, those that stay. */
  readonly keptAnchors: number;
  /** Notes that stand where this device last saw them and cannot be read: they keep their marks. */
  readonly failures: readonly { readonly path: string; readonly message: string }[];
}

export interface LeavingResult {
  readonly changed: number;
  /** Notes that were not come to, because it was stopped. */
  readonly left: number;
  readonly failures: readonly { readonly path: string; readonly message: string }[];
}

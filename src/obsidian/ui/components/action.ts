/** An entry of a menu, or a command. */
export interface Action {
  readonly name: string;
  readonly icon: string;
  readonly run: () => void;
}

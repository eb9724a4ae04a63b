/** Something to do that has a name. */
export interface PaletteAction {
  readonly label: string;
  readonly hint?: string;
  readonly run: () => void;
}

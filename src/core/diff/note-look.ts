/** What is to become of the text of a note, without the trailer; nothing before a note is made, and nothing after it has gone. */
export interface NoteLook {
  readonly before: string;
  readonly after: string;
}

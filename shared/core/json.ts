/**
 * A resource as JSON text that is already in the form clients get. Stores hand it out so that answers can
 * be spliced together without parsing what was just read.
 */
export class Json<T> {
  readonly text: string;
  /** Only for the type checker: what the text parses to. */
  declare readonly type: T;

  constructor(text: string) {
    this.text = text;
  }

  parse(): T {
    return JSON.parse(this.text) as T;
  }
}

/** Either a value still to be written as JSON, or its text. */
export type Jsonable<T> = T | Json<T>;

/** The JSON text of a value that may already be text. */
export const toJsonText = (value: unknown): string =>
  value instanceof Json ? value.text : JSON.stringify(value);

/**
 * A resource as JSON text in the format that clients get. Stores return it so that responses can be assembled
 * without parsing.
 */
export class Json<T> {
  readonly text: string;
  /** For the type checker only: the type of the parsed text. */
  declare readonly type: T;

  constructor(text: string) {
    this.text = text;
  }

  parse(): T {
    return JSON.parse(this.text) as T;
  }
}

/** Either a value to serialize as JSON, or JSON text. */
export type Jsonable<T> = T | Json<T>;

/** Returns the JSON text of a value that may already be text. */
export const toJsonText = (value: unknown): string =>
  value instanceof Json ? value.text : JSON.stringify(value);

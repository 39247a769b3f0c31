import { createScanner } from 'jsonc-parser';

/**
 * The exact text of each item's body as sent, from which its idempotency hash is computed; an empty one for an item
 * without a body. Of a name that is repeated, the last value counts, like JSON.parse. Takes an object of valid JSON with an
 * array of objects in `items`, and builds no tree of it: that takes ten times as long.
 */
export function bodySlices(text: string): string[] {
  const scanner = createScanner(text, true);
  /** The sign with which the next token begins. */
  let sign: string | undefined;
  const next = () => {
    scanner.scan();
    sign = text[scanner.getTokenOffset()];
  };
  next();
  const isClosing = () => sign === '}' || sign === ']';

  /** Goes behind a value; returns its text. */
  const value = (): string => {
    const start = scanner.getTokenOffset();
    let end = start;
    let depth = 0;
    do {
      if (sign === '{' || sign === '[') depth++;
      else if (isClosing()) depth--;
      end = scanner.getTokenOffset() + scanner.getTokenLength();
      next();
    } while (depth > 0);
    return text.slice(start, end);
  };
  /** Goes behind an object or array, whose parts `readPart` goes behind. */
  const each = (readPart: () => void): void => {
    next();
    while (!isClosing()) {
      readPart();
      if (sign === ',') next();
    }
    next();
  };
  const members = (readMember: (name: string) => void): void =>
    each(() => {
      const name = scanner.getTokenValue();
      next();
      next();
      readMember(name);
    });

  let slices: string[] = [];
  const readItem = () => {
    let slice = '';
    members((name) => {
      const own = value();
      if (name === 'body') slice = own;
    });
    slices.push(slice);
  };
  members((name) => {
    if (name !== 'items' || sign !== '[') return void value();
    slices = [];
    each(readItem);
  });
  return slices;
}

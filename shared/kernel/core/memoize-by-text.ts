import QuickLRU from 'quick-lru';

/**
 * Returns the function with a memory: while a sandbox remembers a result, it is not computed again. At least the last `max`
 * results are remembered, and fewer than twice as many. For pure functions of a text only.
 */
export function memoizeByText<T>(max: number, compute: (text: string) => T): (text: string) => T {
  const results = new QuickLRU<string, { value: T }>({ maxSize: max });
  return (text) => {
    const known = results.get(text);
    if (known) return known.value;
    const value = compute(text);
    results.set(text, { value });
    return value;
  };
}

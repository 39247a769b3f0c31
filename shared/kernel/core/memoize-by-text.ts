import QuickLRU from 'quick-lru';

/**
 * Memoizes a pure function of a text, per sandbox. The cache contains at least the last `max` results, and fewer than
 * twice as many.
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

/**
 * The function, which computes each result once while a sandbox remembers it: at most `max` of them, the oldest of which
 * goes first. For pure functions of a text only.
 */
export function remember<T>(max: number, compute: (text: string) => T): (text: string) => T {
  const results = new Map<string, { value: T }>();
  return (text) => {
    const known = results.get(text);
    if (known) return known.value;
    const value = compute(text);
    if (results.size >= max) results.delete(results.keys().next().value!);
    results.set(text, { value });
    return value;
  };
}

/** Maximum depth of arrays and objects in an imported file; trackers' exports have fewer than ten. */
export const JSON_DEPTH_MAX = 100;

/** Whether parsed JSON is nested deeper than allowed. Does not recurse, so that no depth overflows the stack. */
export function exceedsDepth(content: unknown): boolean {
  let level: unknown[] = [content];
  for (let depth = 0; depth <= JSON_DEPTH_MAX; depth++) {
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value as Record<string, unknown>) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}

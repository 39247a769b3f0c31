/** Work of a team that is under way in parallel with other work. */
export interface ParallelWork {
  /** The size that remains, parts included; positive. */
  remaining: number;
  /** Its part of the team's capacity, relative to the other works'. */
  share: number;
  /** Days until it may begin; 0 for work that has begun. */
  startsIn: number;
  /** The weekly growth of its scope. */
  weeklyGrowth: number;
  /** Its stories that wait for others, that others wait for, or that may not begin yet. */
  parts: readonly WorkPart[];
}

/** A story that is blocked by others, or blocks others. */
export interface WorkPart {
  /** Unique among the parts of all works. */
  id: string;
  size: number;
  /** Days until it may begin. */
  startsIn: number;
  /** The parts, of any work, that are done on a day before. */
  needs: readonly string[];
}

/** Works and their parts by position, as a trial begins. */
interface WorkPlan {
  /** The size of each part. */
  sizes: Float64Array;
  /** The positions of the parts that wait for each part. */
  heldUpBy: readonly Int32Array[];
  /** The number of each work's parts, and their positions: those that others wait for first. */
  parts: Int32Array;
  partsOf: readonly Int32Array[];
  /** The position of each part's work. */
  workOf: Int32Array;
  /** The number of blockers of each part, and the days until it may begin. */
  needs: Int32Array;
  from: Int32Array;
  /** The size of each work without its parts, and the days until it may begin. */
  rest: Float64Array;
  opens: Int32Array;
  share: Float64Array;
  growth: Float64Array;
}

/** Prepares works for trials. Circular references and references to unknown parts are ignored. */
export function planOf(works: readonly ParallelWork[]): WorkPlan {
  const all = works.flatMap(({ parts, remaining, startsIn }, work) => {
    const sum = sizeOf(parts);
    // Some of the work has been taken out, or counted since.
    const scale = Math.min(1, remaining / sum);
    return parts.map((part) => ({
      id: part.id,
      work,
      size: part.size * scale,
      needs: part.needs,
      startsIn: Math.max(part.startsIn, startsIn),
    }));
  });
  const positions = new Map(all.map(({ id }, position) => [id, position]));
  const needed = all.map(({ needs }) => [...new Set(needs.flatMap((id) => positions.get(id) ?? []))]);
  for (const position of inCircles(needed)) needed[position] = [];
  const heldUpBy = all.map((_, position) =>
    Int32Array.from(all.flatMap((_, other) => (needed[other]!.includes(position) ? [other] : []))),
  );
  const order = all.map((_, position) => position);
  order.sort((one, other) => heldUpBy[other]!.length - heldUpBy[one]!.length || one - other);
  const partsOf = works.map((_, work) =>
    Int32Array.from(order.filter((position) => all[position]!.work === work)),
  );
  return {
    sizes: Float64Array.from(all, ({ size }) => size),
    heldUpBy,
    parts: Int32Array.from(partsOf, ({ length }) => length),
    partsOf,
    workOf: Int32Array.from(all, ({ work }) => work),
    needs: Int32Array.from(needed, ({ length }) => length),
    from: Int32Array.from(all, ({ startsIn }) => startsIn),
    rest: Float64Array.from(works, ({ remaining, parts: own }) => Math.max(0, remaining - sizeOf(own))),
    opens: Int32Array.from(works, ({ startsIn }) => startsIn),
    share: Float64Array.from(works, ({ share }) => share),
    growth: Float64Array.from(works, ({ weeklyGrowth }) => weeklyGrowth),
  };
}

const sizeOf = (parts: readonly WorkPart[]): number => parts.reduce((sum, { size }) => sum + size, 0);

/** The positions that wait for themselves, directly or through others, or for one that does. */
function inCircles(needed: readonly (readonly number[])[]): number[] {
  let left = needed.map((_, position) => position);
  for (;;) {
    const stuck = new Set(left);
    const next = left.filter((position) => needed[position]!.some((one) => stuck.has(one)));
    if (next.length === left.length) return left;
    left = next;
  }
}

/** A story that remains in a sprint, in the order in which the team gets to it. */
export interface QueuedStory {
  id: string;
  /** Hundredths. */
  size: number;
  /** Days from the first one of the forecast until it may begin; 0 or less if it may. */
  startsIn: number;
  /** The stories of the queue that are done on a day before. */
  needs: readonly string[];
  /** Whether it waits for something that is not done in the sprint. */
  isBlocked: boolean;
}

/** The course of one trial after another: a team that works through a sprint's queue. */
export function createSprintQueue(queue: readonly QueuedStory[], days: number) {
  const possible = possibleOf(queue, days);
  const positions = new Map(queue.map(({ id }, position) => [id, position]));
  const needed = queue.map(({ needs }) => needs.map((id) => positions.get(id)!));
  /** The day on which each was done, -1 while it is not. */
  const doneOn = new Int32Array(queue.length);
  const done: number[] = [];
  /** The start of the open stories: those before it are done. */
  let next = 0;
  let current: number | undefined;
  let left = 0;

  function begin(): void {
    doneOn.fill(-1);
    done.length = 0;
    next = 0;
    current = undefined;
  }

  function take(day: number): number | undefined {
    while (next < possible.length && doneOn[possible[next]!]! >= 0) next++;
    for (let place = next; place < possible.length; place++) {
      const position = possible[place]!;
      if (doneOn[position]! < 0 && mayBegin(position, day)) return position;
    }
    return undefined;
  }

  function mayBegin(position: number, day: number): boolean {
    if (queue[position]!.startsIn > day) return false;
    for (const other of needed[position]!) {
      if (doneOn[other]! < 0 || doneOn[other]! >= day) return false;
    }
    return true;
  }

  /** Spends the size that a team completes on a day, the first one being 0. Capacity that no story can use is lost. */
  function spend(size: number, day: number): void {
    for (let capacity = size; capacity > 0;) {
      if (current === undefined) {
        current = take(day);
        if (current === undefined) return;
        left = queue[current]!.size;
      }
      if (left > capacity) {
        left -= capacity;
        return;
      }
      capacity -= left;
      doneOn[current] = day;
      done.push(current);
      current = undefined;
    }
  }

  return { begin, spend, done: (): readonly number[] => done };
}

/** The positions of the stories that can be done within the days, in order. */
function possibleOf(queue: readonly QueuedStory[], days: number): number[] {
  const possible = new Map(queue.map((one, position) => [one.id, position]));
  for (let before = -1; before !== possible.size;) {
    before = possible.size;
    for (const { id, startsIn, needs, isBlocked } of queue) {
      if (isBlocked || startsIn >= days || needs.some((one) => !possible.has(one))) possible.delete(id);
    }
  }
  return [...possible.values()];
}

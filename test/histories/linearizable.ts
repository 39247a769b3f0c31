/** A call of one client, with the times before it was sent and after it was answered. */
export interface Call<I, O> {
  input: I;
  /** Undefined if nobody knows whether it was carried out. */
  output: O | undefined;
  sentAt: number;
  /** Infinity for a call without an answer: it may be carried out at any time later. */
  answeredAt: number;
}

/** What one thing does that carries out one call after another. */
export interface Model<S, I, O> {
  initial: S;
  /** The states that a call with this output can lead to, of which there is none if it cannot have had it. */
  step: (state: S, input: I, output: O | undefined) => readonly S[];
}

/**
 * Whether there is an order of calls in which one thing could have carried them out one after another, each between the
 * times of its sending and its answer: Wing and Gong, "Testing and verifying concurrent objects" (1993), with Lowe's memory
 * of what was tried. Calls without an answer may also never have been carried out.
 */
export function isLinearizable<S, I, O>(model: Model<S, I, O>, calls: readonly Call<I, O>[]): boolean {
  const all = [...calls].sort((a, b) => a.sentAt - b.sentAt);
  const tried = new Set<string>();
  const isPossible = (left: readonly number[], state: S): boolean => {
    if (left.every((position) => all[position]!.answeredAt === Infinity)) return true;
    const already = `${left.join()} ${JSON.stringify(state)}`;
    if (tried.has(already)) return false;
    tried.add(already);
    // What was sent after another was answered is later than it.
    const firstAnswer = Math.min(...left.map((position) => all[position]!.answeredAt));
    return left
      .filter((position) => all[position]!.sentAt <= firstAnswer)
      .some((position) => {
        const { input, output } = all[position]!;
        const rest = left.filter((other) => other !== position);
        return model.step(state, input, output).some((next) => isPossible(rest, next));
      });
  };
  return isPossible([...all.keys()], model.initial);
}

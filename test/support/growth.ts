/** Sizes of the texts that are compared, in characters, and how often each is tried. */
const SHORT = 16_384;
const TIMES = 8;
const ROUNDS = 9;

/**
 * How many times as long something takes for a part repeated eight times as often: about eight where each character is read
 * once, 64 where all others are read for each. Of several runs the fastest, since what else runs on the machine delays some.
 */
export function growthOf(part: string, run: (text: string) => unknown): number {
  const repeated = (characters: number) => part.repeat(Math.ceil(characters / part.length));
  const [short, long] = [repeated(SHORT), repeated(TIMES * SHORT)];
  const fastest = { short: Infinity, long: Infinity };
  const measure = (text: string): number => {
    const startedAt = performance.now();
    run(text);
    return performance.now() - startedAt;
  };
  for (let round = 0; round < ROUNDS; round++) {
    fastest.short = Math.min(fastest.short, measure(short));
    fastest.long = Math.min(fastest.long, measure(long));
  }
  return fastest.long / fastest.short;
}

/** Above what is linear, and below what is quadratic. */
export const LINEAR_MAX = 30;

/** Sizes of the texts that are compared, in characters. */
const SHORT = 16_384;
const TIMES = 8;
/** How often both are tried, and how often at most where that looks worse than linear. */
const ROUNDS = 5;
const ROUNDS_MAX = 40;

/** Above what is linear, and below what is quadratic. */
export const LINEAR_MAX = 30;

/**
 * How many times as long something takes for a part repeated eight times as often: about eight where each character is read
 * once, 64 where all others are read for each. The long text takes turns with eight short ones, so that what else runs on
 * the machine delays both alike; of several rounds the fastest counts.
 */
export function growthOf(part: string, run: (text: string) => unknown): number {
  const repeated = (characters: number) => part.repeat(Math.ceil(characters / part.length));
  const [short, long] = [repeated(SHORT), repeated(TIMES * SHORT)];
  const fastest = { shorts: Infinity, long: Infinity };
  const growth = () => (TIMES * fastest.long) / fastest.shorts;
  const measure = (text: string, times: number): number => {
    const startedAt = performance.now();
    for (let turn = 0; turn < times; turn++) run(text);
    return performance.now() - startedAt;
  };
  for (let round = 0; round < ROUNDS || (round < ROUNDS_MAX && growth() >= LINEAR_MAX); round++) {
    fastest.shorts = Math.min(fastest.shorts, measure(short, TIMES));
    fastest.long = Math.min(fastest.long, measure(long, 1));
  }
  return growth();
}

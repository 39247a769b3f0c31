import type { Model } from './linearizable.ts';

/** A read of a text, or its change from one that was read to another that is unlike all others. */
export type VersionedInput = { read: true } | { from: string; to: string };
export type VersionedOutput = { text: string } | 'done' | 'conflict';

/** A resource of which a change names the version that it was read in. */
export const versioned = (initial: string): Model<string, VersionedInput, VersionedOutput> => ({
  initial,
  step(state, input, output) {
    if ('read' in input) return typeof output === 'object' && output.text === state ? [state] : [];
    if (output === undefined) return input.from === state ? [input.to] : [];
    if (output === 'done') return input.from === state ? [input.to] : [];
    return output === 'conflict' && input.from !== state ? [state] : [];
  },
});

/** A sequence of numbers: each is higher than those before it. */
export const numbered: Model<number, { create: true }, number> = {
  initial: 0,
  step: (last, _, number) => (number === undefined ? [last] : number > last ? [number] : []),
};

/** What is created with one key: all who ask are answered with the first. */
export const keyed: Model<string | null, { create: true }, string> = {
  initial: null,
  step: (id, _, output) => (output === undefined ? [id] : id === null || id === output ? [output] : []),
};

/** A claim, which is answered with its number, or the release of the one with a number. */
export type ClaimInput = { claim: true } | { release: number };
export type ClaimOutput = number | 'released' | 'claimed' | 'claim_lost';

interface ClaimState {
  /** The number of the claim that holds; 0 for none. */
  held: number;
  last: number;
}

/** A story that one at a time claims, with numbers that leave none out. */
export const claimed: Model<ClaimState, ClaimInput, ClaimOutput> = {
  initial: { held: 0, last: 0 },
  step(state, input, output) {
    const { held, last } = state;
    if ('claim' in input) {
      if (output === 'claimed') return held === 0 ? [] : [state];
      const next = last + 1;
      return held === 0 && (output ?? next) === next ? [{ held: next, last: next }] : [];
    }
    if (output === 'claim_lost') return held === input.release ? [] : [state];
    return held === input.release ? [{ held: 0, last }] : [];
  },
};

/** As long as tests wait for what follows from something else, which takes longer on a machine that does much else. */
export const PATIENCE_MS = 280_000;

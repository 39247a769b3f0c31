/** Set by the local service, which shows its user how far the bundling is. */
export const PROGRESS_VARIABLE = 'PLOTLINE_BUNDLING_PROGRESS';

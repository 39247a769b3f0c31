/** A stretch of time, in whole minutes since 1970; the end is not part of it. */
export interface TimeSpan {
  start: number;
  end: number;
}

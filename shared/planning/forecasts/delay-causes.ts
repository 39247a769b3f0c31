/** The causes that can delay the date of an objective. */
export const delayCauses = [
  'other_objectives',
  'other_work',
  'scope_growth',
  'relations',
  'start_date',
] as const;

/** The kinds that have no event, since time brings them. */
export const timedKinds: readonly string[] = ['story.overdue', 'sprint.ended'];

/** Whether time has a rule run, and not only events. */
export const isTimed = ({
  on,
  schedule,
}: {
  on: readonly string[] | null;
  schedule: object | null;
}): boolean => schedule !== null || (on ?? []).some((kind) => timedKinds.includes(kind));

/** A call of a worker, with the times before it was sent and after it was answered. */
interface Call {
  story: string;
  worker: number;
  fencingNumber: number;
  sentAt: number;
  answeredAt: number;
}

/** A claim that was handed out, and when its lease ends. */
export interface Grant extends Call {
  expiresAt: number;
}

/** A completion under a claim, and whether the service accepted it. */
export interface Completion extends Call {
  accepted: boolean;
}

/** What workers did to a backlog. */
export interface WorkHistory {
  stories: readonly string[];
  /** Pairs of a story and one that it waits for. */
  blocks: readonly (readonly [waiting: string, blocker: string])[];
  grants: readonly Grant[];
  completions: readonly Completion[];
}

/**
 * The ways in which a history is none of stories that one worker at a time has: each claim of a story has a higher number
 * than those before it and begins when the lease before it has ended or its story is done; what is accepted is accepted
 * once, from the last claim and within its lease; and nothing is handed out before what it waits for is done.
 */
export function violationsOf({ stories, blocks, grants, completions }: WorkHistory): string[] {
  const accepted = completions.filter((one) => one.accepted);
  const doneBy = (story: string) => accepted.find((one) => one.story === story);
  return stories.flatMap((story) => {
    const own = grants.filter((one) => one.story === story).sort((a, b) => a.fencingNumber - b.fencingNumber);
    const done = accepted.filter((one) => one.story === story);
    const problems: string[] = done.length === 1 ? [] : [`was done ${done.length} times`];
    own.forEach((grant, position) => {
      const next = own[position + 1];
      if (!next) return;
      if (next.fencingNumber === grant.fencingNumber)
        problems.push(`was claimed twice as ${grant.fencingNumber}`);
      if (next.answeredAt < grant.expiresAt) problems.push(`was handed out again within the lease`);
    });
    for (const { fencingNumber, worker, sentAt } of done) {
      const grant = own.find((one) => one.fencingNumber === fencingNumber && one.worker === worker);
      if (!grant) problems.push(`was done under ${fencingNumber}, which the worker did not hold`);
      else if (grant !== own.at(-1)) problems.push(`was done under ${fencingNumber}, after a later claim`);
      else if (sentAt >= grant.expiresAt) problems.push(`was done after the lease`);
    }
    for (const [waiting, blocker] of blocks) {
      if (waiting !== story) continue;
      const end = doneBy(blocker);
      if (own.some(({ answeredAt }) => !end || answeredAt < end.sentAt)) {
        problems.push(`was handed out before ${blocker} was done`);
      }
    }
    return problems.map((problem) => `${story} ${problem}`);
  });
}

import { CommandError } from '../core/command-error.ts';
import type { Story } from '../../shared/planning/stories/story.ts';
import { parsePriority, priorities } from '../../shared/kernel/core/priority.ts';
import { parsePairs } from './status-map.ts';

const usualPriorities = new Map<string, Story['priority']>(
  Object.entries({
    p0: 'urgent',
    p1: 'high',
    p2: 'medium',
    p3: 'low',
    p4: 'low',
    highest: 'urgent',
    critical: 'urgent',
    blocker: 'urgent',
    normal: 'medium',
    lowest: 'low',
  } as const),
);

/** The priority that a text usually means. */
export const priorityOf = (text: string): Story['priority'] | undefined =>
  parsePriority(text) ?? usualPriorities.get(text.toLowerCase());

/** Parses `0=Urgent,1=High`. Throws a CommandError. */
export function parsePriorityMap(texts: readonly string[]): ReadonlyMap<string, Story['priority']> {
  const usage = `--priority-map takes VALUE=PRIORITY with commas between, of ${priorities.join(', ')}`;
  const pairs = [...parsePairs(texts, usage)].map(([value, target]) => {
    const priority = priorityOf(target);
    if (!priority) throw new CommandError(`${usage}; ${target} is none.`);
    return [value, priority] as const;
  });
  return new Map(pairs);
}

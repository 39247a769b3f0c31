import { expect, test } from 'vitest';
import { withWaits } from '../../shared/planning/analysis/queue.ts';

const story = (id: string) => ({ id, size: 1, startDate: null });
const [one, two] = [story('one'), story('two')];

/** What each remaining story waits for, where `one` is blocked by some stories, of which those are open. */
function waitsOf(blockedBy: readonly string[], open: readonly string[] = []) {
  const related = [
    {
      id: 'one',
      size: 1,
      objectiveId: null,
      startsIn: 0,
      elsewhere: 'none' as const,
      othersEndIn: 0,
      blockedBy: [...blockedBy],
    },
  ];
  const when = { related, today: 10, first: 10, isOpen: (id: string) => open.includes(id) };
  const [first, second] = withWaits([one, two], when);
  expect(second).toMatchObject({ id: 'two', needs: [], isBlocked: false });
  return { needs: first!.needs, isBlocked: first!.isBlocked };
}

test('a story waits for the remaining ones that block it, and is blocked by open ones that are not among them', () => {
  expect(waitsOf([])).toEqual({ needs: [], isBlocked: false });
  expect(waitsOf(['two'], ['two'])).toEqual({ needs: ['two'], isBlocked: false });
  expect(waitsOf(['elsewhere'], ['elsewhere'])).toEqual({ needs: [], isBlocked: true });
  expect(waitsOf(['elsewhere'])).toEqual({ needs: [], isBlocked: false });
  expect(waitsOf(['two', 'elsewhere'], ['two', 'elsewhere'])).toEqual({ needs: ['two'], isBlocked: true });
});

import { expect, test } from 'vitest';
import { nounsWith } from '../../shared/nouns/nouns.ts';
import { inverses } from '../../shared/surface/change-sets/inverses.ts';

/** Nothing is done about what an agent said. */
const reverting = nounsWith('reverts').filter(({ name }) => name !== 'agent_session');

test.each(reverting)(
  '$name has the operations that take back what it says is reverted',
  ({ name, reverts }) => {
    const inverse = inverses.get(name)!;
    const missing = {
      created: !(inverse.delete ?? inverse.archive),
      // What has no operation that changes it is changed with something else.
      updated: !inverse.update && !inverse.restore,
      deleted: !inverse.restore,
      claimed: name !== 'story',
      released: name !== 'story',
    };
    expect(reverts.filter((act) => missing[act])).toEqual([]);
  },
);

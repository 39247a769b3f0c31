import { expect, test } from 'vitest';
import { recordFormNonce } from '../../shared/pages/kit/form-nonce.ts';

const now = new Date('2026-11-02T09:00:00.500Z');

test('a form that was sent is remembered for a day, for its sender only', () => {
  const once = 'a'.repeat(22);
  const [sent, ...others] = recordFormNonce({ once }, 'ada', now);
  expect(others).toEqual([]);
  expect(sent).toMatchObject({ if: 'absent', put: { ttl: Date.parse('2026-11-03T09:00:01Z') / 1000 } });
  const [another] = recordFormNonce({ once }, 'eve', now);
  expect(another).not.toEqual(sent);
});

test.each([undefined, '', 'a'.repeat(21), `${'a'.repeat(21)}#`])(
  'a form whose nonce is %j is not remembered',
  (once) => {
    expect(recordFormNonce(once === undefined ? {} : { once }, 'ada', now)).toEqual([]);
  },
);

import { expect, test } from 'vitest';
import { mailModeOf, wantsNoMail, withoutMailOf } from '../../shared/identity/mail/preference-store.ts';

const undecided = { mode: undefined, mailOf: {}, unlisted: [], feedback: 'off', chosenAt: null } as const;

test('one click in the mail of the day ends what comes in it, and nothing else', () => {
  const choice = {
    ...undecided,
    mailOf: { commented: 'daily', mentioned: 'off' },
    feedback: 'daily',
  } as const;
  const next = withoutMailOf(choice, 'digest');
  const modes = (['update_posted', 'commented', 'mentioned', 'assigned', 'feedback'] as const).map((kind) =>
    mailModeOf(next, kind),
  );
  expect(modes).toEqual(['off', 'off', 'off', 'each', 'off']);
  expect(wantsNoMail(next)).toBe(false);
  expect(wantsNoMail(withoutMailOf({ ...undecided, mode: 'daily' }, 'digest'))).toBe(true);
});

test('one click in a mail about ideas of visitors leaves all other mail', () => {
  const next = withoutMailOf({ ...undecided, feedback: 'each' }, 'feedback');
  expect(next).toEqual(undecided);
});

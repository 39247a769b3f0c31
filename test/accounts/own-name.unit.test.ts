import { expect, test } from 'vitest';
import { ownNameProblem } from '../../shared/pages/accounts/own-name.ts';

test.each([
  'Ada Lovelace',
  'Ада Лавлейс',
  'Ada Лавлейс',
  'Άδα',
  '山田 タロウ',
  'José-María',
  "D'Arcy",
  'Zoë 2',
])('%s is accepted as a name', (name) => expect(ownNameProblem(name)).toBeUndefined());

// With letters of other alphabets that look the same.
test.each(['Аda Lovelace', 'Pаypal', 'Αdmin', 'Τeam', 'Ｐаul'])(
  '%s is refused, since it passes for another name',
  (name) => {
    expect(ownNameProblem(name)).toContain('one alphabet');
  },
);

import { expect, test } from 'vitest';
import { languages } from '../../shared/kernel/core/languages.ts';
import { loadMessages } from '../../shared/pages/messages/load-messages.ts';
import { ownNameFault } from '../../shared/identity/members/own-name.ts';

test.each([
  'Ada Lovelace',
  'Ада Лавлейс',
  'Ada Лавлейс',
  'Άδα',
  '山田 タロウ',
  'José-María',
  "D'Arcy",
  'Zoë 2',
])('%s is accepted as a name', (name) => expect(ownNameFault(name)).toBeUndefined());

// With letters of other alphabets that look the same.
test.each(['Аda Lovelace', 'Pаypal', 'Αdmin', 'Τeam', 'Ｐаul'])(
  '%s is refused, since it passes for another name',
  (name) => {
    expect(ownNameFault(name)).toBe('name.alphabets');
  },
);

// The mark of the team in each language, and signs and letters of other alphabets that look the same.
test.each([...languages])('the mark of the team in %s is refused as a name', async (language) => {
  const messages = await loadMessages(language);
  expect(ownNameFault(messages.team)).toBe('name.team');
});

test.each(['ᴛᴇᴀᴍ', 'ꓔꓰꓮꓟ', 'ᎢᎬᎪᎷ', '🆃🅴🅰🅼 Ada', '🇹🇪🇦🇲', 'E\u0301quipe', '開発チーム'])(
  '%s is refused, since it passes for the team',
  (name) => expect(ownNameFault(name)).toBe('name.team'),
);

test.each(['Te\u200dam', 'T\u200ceam Watt', 'Ada\u200d Lovelace', 'P\u200cаypal', 'Ada\ufe0f'])(
  '%s is refused, since it has characters that no one sees',
  (name) => expect(ownNameFault(name)).toBe('name.invisible'),
);

test.each([
  'می\u200cخواهم',
  'ක්\u200dෂ',
  'Ada ❤\ufe0f',
  '👩\u200d💻 Ada',
  '👩🏽\u200d💻 Ada',
  'Stella Teamo',
  'Ōta チヒロ',
])('%s is accepted, where scripts and emoji need joiners', (name) =>
  expect(ownNameFault(name)).toBeUndefined(),
);

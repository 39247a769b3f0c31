import { describe, expect, test } from 'vitest';
import { languages } from '../../shared/kernel/core/languages.ts';
import { placeholdersOf, type Message } from '../../shared/kernel/messages/message.ts';
import { loadMailTexts } from '../../shared/identity/mail/load-mail-texts.ts';
import { mailText, textIn } from '../../shared/identity/mail/mail-text.ts';
import { texts as english } from '../../shared/identity/mail/texts/en.ts';

const otherForm = (message: Message) => (typeof message === 'string' ? message : message.other);

describe.each(languages)('the texts of mails in %s', (language) => {
  test('have the keys and placeholders of English, and the plural forms of the language', async () => {
    const { texts } = (await import(`../../shared/identity/mail/texts/${language}.ts`)) as {
      texts: Record<string, Message>;
    };
    expect(Object.keys(texts).sort()).toEqual(Object.keys(english).sort());
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    for (const [key, message] of Object.entries(texts)) {
      const wanted = placeholdersOf(otherForm((english as Record<string, Message>)[key]!));
      expect(placeholdersOf(otherForm(message)), key).toEqual(wanted);
      if (typeof message === 'string') continue;
      expect(Object.keys(message).sort(), key).toEqual([...pluralCategories].sort());
      // A form for one day may say so without the number.
      for (const form of Object.values(message))
        expect(wanted, key).toEqual(expect.arrayContaining(placeholdersOf(form)));
    }
  });
});

test('a text is translated with the texts in it, and names stay as they are', async () => {
  const text = mailText('idea.moved', {
    portal: 'Closed',
    before: mailText('idea.pending'),
    status: mailText('idea.closed'),
  });
  expect(textIn(await loadMailTexts('de'), text)).toBe(
    'Der Status dieser Idee auf Closed war „Offen“ und ist jetzt „Geschlossen“.',
  );
  const ideas = mailText('idea.alsoQuoted', { ideas: mailText('idea.quoted', { idea: 'A' }), idea: 'B' });
  expect(textIn(await loadMailTexts('de'), mailText('update.covers', { ideas, portal: 'C' }))).toBe(
    'Diese Neuigkeit betrifft, was Sie auf C verfolgen: „A“, „B“.',
  );
  const list = ['A', 'B', 'C'].map((idea) => mailText('idea.quoted', { idea }));
  const covers = mailText('update.covers', { ideas: { list }, portal: 'D' });
  expect(textIn(await loadMailTexts('en'), covers)).toContain('covers “A”, “B” and “C”, which');
  expect(textIn(await loadMailTexts('de'), covers)).toContain('„A“, „B“ und „C“');
  const date = mailText('story.due', { date: { date: '2031-05-04T12:00:00.000Z' } });
  expect(textIn(await loadMailTexts('de'), date)).toBe('Fällig: 4. Mai 2031');
  const due = [1, 7].map((count) => mailText('objective.dueFooter', { count }));
  const t = await loadMailTexts('en');
  expect(due.map((one) => textIn(t, one)!.split('update ')[1])).toEqual(['every day.', 'every 7 days.']);
});

import type { PageMessages } from '../page-messages.ts';
import type { names as english } from '../en/names.ts';

export const names: Pick<PageMessages, keyof typeof english> = {
  'name.label': 'Ihr Name',
  'name.hint': 'Wird öffentlich neben allem gezeigt, was Sie in Feedback-Portalen schreiben.',
  'name.postedAs': 'Wird öffentlich unter dem Namen {name} gezeigt. E-Mail-Adressen werden verborgen.',
  'name.change': 'Namen ändern',
  'name.missing': 'Geben Sie Ihren Namen ein. Er wird bei dem gezeigt, was Sie schreiben.',
  'name.tooLong': 'Ihr Name darf höchstens 120 Zeichen haben.',
  'name.invisible': 'Verwenden Sie einen Namen in einer Zeile, ohne unsichtbare Zeichen.',
  'name.alphabets': 'Verwenden Sie in jedem Wort Ihres Namens Buchstaben eines einzigen Alphabets.',
  'name.team': 'Verwenden Sie einen Namen ohne „Team“ und Häkchen: Sie kennzeichnen, was das Team schreibt.',
  'name.address': 'Wählen Sie einen Namen, der keine E-Mail-Adresse ist, denn alle können ihn sehen.',
};

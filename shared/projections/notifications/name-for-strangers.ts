import { redactEmailAddresses } from '../../kernel/core/email-addresses.ts';

const NAME_MAX_CHARACTERS = 50;

/**
 * A name as people read it who know neither its bearer nor the workspace: short, without email addresses, and broken
 * where a mail program would make a link of it.
 */
export function nameForStrangers(name: string): string {
  const broken = redactEmailAddresses(name).replaceAll(/[.．。｡:/\\@]+(?=\S)/gu, '$& ');
  const characters = [...broken];
  return characters.length > NAME_MAX_CHARACTERS
    ? `${characters.slice(0, NAME_MAX_CHARACTERS - 1).join('')}…`
    : broken;
}

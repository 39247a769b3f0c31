import type { Command } from 'commander';

/** The width of help where there is no terminal, which is commander's own. */
const WIDTH = 80;

/**
 * A text below the options of a help, wrapped to the terminal as those are: the lines of a paragraph are one text.
 * Indented lines are commands, and stay as they are.
 */
export const closingHelp =
  (text: string) =>
  ({ command }: { command: Command }): string => {
    const width = process.stdout.isTTY ? process.stdout.columns : WIDTH;
    const help = command.createHelp();
    const paragraphs = text.split('\n').reduce<string[]>((all, line) => {
      const last = all.at(-1) ?? '';
      return /^\S/.test(last) && /^\S/.test(line) ? [...all.slice(0, -1), `${last} ${line}`] : [...all, line];
    }, []);
    return paragraphs.map((one) => (/^\s/.test(one) ? one : help.boxWrap(one, width))).join('\n');
  };

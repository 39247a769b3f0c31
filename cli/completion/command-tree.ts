import type { Argument, Command, Option } from 'commander';

/** A command as shells complete it. */
export interface CompletedCommand {
  /** Its names from the program on, such as `stories list`; empty for the program. */
  path: string;
  description: string;
  aliases: readonly string[];
  /** What can follow it: commands, or the choices of its first argument. */
  words: readonly { word: string; description: string }[];
  options: readonly CompletedOption[];
}

export interface CompletedOption {
  /** `--team` and `-t`. */
  names: readonly string[];
  description: string;
  takesValue: boolean;
  /** Whether the value is the path of a file or folder. */
  takesPath: boolean;
  choices: readonly string[];
}

/** The declared commands below one, itself first. */
export function completedCommands(command: Command, path: readonly string[] = []): CompletedCommand[] {
  const below = command.commands.filter((one) => !('_hidden' in one && one._hidden === true));
  const [argument] = command.registeredArguments;
  const own = {
    path: path.join(' '),
    description: firstLine(command.description()),
    aliases: command.aliases(),
    words: [
      ...below.map((one) => ({ word: one.name(), description: firstLine(one.description()) })),
      ...(argument ? choicesOf(argument).map((word) => ({ word, description: argument.description })) : []),
    ],
    options: [...command.options.filter(({ hidden }) => !hidden).map(toCompleted), HELP],
  };
  return [own, ...below.flatMap((one) => completedCommands(one, [...path, one.name()]))];
}

const HELP: CompletedOption = {
  names: ['--help', '-h'],
  description: 'display help for command',
  takesValue: false,
  takesPath: false,
  choices: [],
};

const choicesOf = ({ argChoices }: Pick<Argument | Option, 'argChoices'>): string[] => argChoices ?? [];

const toCompleted = (option: Option): CompletedOption => ({
  names: [option.long, option.short].filter((name) => name != null),
  description: firstLine(option.description),
  takesValue: option.required || option.optional,
  takesPath: /<(?:file|folder)>/.test(option.flags),
  choices: choicesOf(option),
});

const firstLine = (text: string): string => text.split('\n')[0]!;

import { Argument, type Command } from 'commander';
import { bashCompletion } from '../completion/bash.ts';
import { completedCommands } from '../completion/command-tree.ts';
import { fishCompletion } from '../completion/fish.ts';
import { zshCompletion } from '../completion/zsh.ts';
import { closingHelp } from '../core/closing-help.ts';
import { writeOutput } from '../core/terminal.ts';

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };
type Shell = keyof typeof scripts;

const help = `
Examples:
  bash   npx plotline completion bash > ~/.plotline-completion; echo '. ~/.plotline-completion' >> ~/.bashrc
  zsh    npx plotline completion zsh > "\${fpath[1]}/_plotline"
  fish   npx plotline completion fish > ~/.config/fish/completions/plotline.fish

In bash it also completes "npx plotline". In the repository's folder, this makes plotline a command:
  alias plotline="node $PWD/cli/plotline.mjs"`;

/**
 * `plotline completion …`: a script by which a shell completes commands, options and their choices. `loadAll` loads all
 * commands, of which otherwise only this one is there.
 */
export const completionCommand =
  (loadAll: () => Promise<Command>) =>
  (program: Command): void => {
    program
      .command('completion')
      .description('print a script that completes commands and options in a shell')
      .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(scripts)))
      .addHelpText('after', closingHelp(help))
      .action(async (shell: Shell) => {
        writeOutput(scripts[shell](completedCommands(await loadAll())));
      });
  };

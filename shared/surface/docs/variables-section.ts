import { html, type Fragment } from '../../kernel/html/html.ts';
import type { ApiDocument, PlacedOperation } from './api-document.ts';
import { curlCommand } from './curl.ts';
import { exampleCall } from './example-call.ts';
import { block } from './guide.ts';
import { heading } from './heading.ts';
import { PICK, settingLines, variablesIn } from './variables.ts';

/** How to set the variables that the examples of a tag use; nothing if they use none. */
export function variablesSection(operations: readonly PlacedOperation[], document: ApiDocument): Fragment {
  const commands = operations.map((operation) => curlCommand(exampleCall(operation, document)));
  const lines = settingLinesFor(commands);
  const uses = (name: string) => [...commands, ...lines].some((text) => text.includes(`$${name}`));
  if (!uses('TOKEN') && !uses('ACCESS_TOKEN')) return false;
  return html`<section id="variables">
    ${heading('h2', 'Set the variables', 'variables')}
    ${
      uses('ACCESS_TOKEN')
        ? html`<p>
            <code>$ACCESS_TOKEN</code> is an OAuth access token for <code>/mcp</code>: a client gets it after
            you have signed in and approved the connection.
            <a href="/docs/ai-clients#getting-a-token-manually">Getting a token manually</a> shows how to get
            one in a shell.
          </p>`
        : html`<p>
            Set <code>TOKEN</code> and <code>WORKSPACE</code> as in
            <a href="/docs#begin">the first calls</a>${
              lines.length > 0 &&
              `, then paste these lines. Each selects the newest resource of its kind (the first team by name); replace the id to use another one, especially before you delete anything. A value of null means that there is none yet: create one and paste the line again`
            }.
          </p>`
    }
    ${lines.length > 0 && block('What the examples of these operations use', lines.join('\n'))}
  </section>`;
}

const usesPick = (text: string): boolean => text.includes('$(pick ');

/** The lines that set the variables of commands. */
export function settingLinesFor(commands: readonly string[]): string[] {
  const lines = settingLines(variablesIn(commands));
  return [...commands, ...lines].some(usesPick) ? [PICK, ...lines] : lines;
}
